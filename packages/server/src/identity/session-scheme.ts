/** Sessions of people as a credential scheme: a browser sends their cookie automatically, so changing calls also need a CSRF token. */
import { forbidden } from '../core/base/problem.ts';
import type { Scheme } from './scheme.ts';
import type { SignInSessions } from './session-store.ts';

/** Headers that may contain the CSRF token: that of the documents, and that of published clients. */
export const CSRF_HEADERS = ['service-csrf-token', 'qlik-csrf-token'] as const;

/**
 * Builds the scheme.
 * @rule sign-in.csrf.required
 */
export function sessionScheme(sessions: SignInSessions): Scheme {
  return {
    fits: ({ type }) => type === 'session',
    async identify(credential, route) {
      if (credential.type !== 'session') return undefined;
      const found = await sessions.find(credential.secret);
      if (found && !/^(?:GET|HEAD|OPTIONS) /.test(route) && !sessions.fitsCsrfToken(credential.secret, credential.csrfToken))
        throw forbidden(
          'CSRF-TOKEN-2',
          `A changing call with the cookie of a session needs the token of GET /api/v1/csrf-token in the header ${CSRF_HEADERS[0]}.`,
        );
      return found?.actor;
    },
  };
}
