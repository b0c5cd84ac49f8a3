import { endpoint } from '../../../core/http/endpoint.ts';

/**
 * Returns the CSRF token that changing calls with the cookie of a session must send, in two headers: the documented one, and that of published clients.
 * @rule sign-in.csrf.token
 */
export const getCsrfToken = endpoint('GET /api/v1/csrf-token', {
  allow: 'signed-in',
  transaction: 'none',

  async run({ sessions, header }) {
    // A call with a bearer token needs no CSRF token, and has no session: it gets one that is valid for no session.
    const token = sessions.csrfToken(sessions.secretIn(header('cookie')) ?? '');
    return { status: 204, headers: { 'service-csrf-token': token, 'qlik-csrf-token': token } };
  },
});
