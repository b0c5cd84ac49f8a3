import { endpoint } from '../../../core/http/endpoint.ts';
import { createPasswordLink } from './password-links.ts';
import { lockPerson, requirePersonHeld } from './rows.ts';
import { requireRemovedFactor, requireNoPassword, requireMaySignIn } from './rules.ts';
import { removeFactor } from './second-factor.ts';

/**
 * Invites a user again: by a mail, or without a mail server by a link that only this answer contains.
 * @rule sign-in.link.permission
 */
export const inviteUser = endpoint('POST /account/users/{id}/invitation', {
  allow: 'SVC_USER_MANAGEMENT',

  async run(call) {
    const { actor, tx, path } = call;
    const person = await lockPerson(tx, actor, path.id);
    await requirePersonHeld(tx, actor, person);
    requireMaySignIn(person);
    requireNoPassword(person);

    return { status: 200, body: await createPasswordLink(tx, call, person.id, 'invitation') };
  },
});

/**
 * Has a user set another password: by a mail, or without a mail server by a link that only this answer contains. The present one is valid until then.
 * @rule sign-in.link.permission
 */
export const resetUserPassword = endpoint('POST /account/users/{id}/password-reset', {
  allow: 'SVC_USER_MANAGEMENT',

  async run(call) {
    const { actor, tx, path } = call;
    const person = await lockPerson(tx, actor, path.id);
    await requirePersonHeld(tx, actor, person);
    requireMaySignIn(person);

    return { status: 200, body: await createPasswordLink(tx, call, person.id, 'reset') };
  },
});

/**
 * Removes the second factor of a user who has lost it. The log records the removal.
 * @rule sign-in.factor.permission
 */
export const removeSecondFactor = endpoint('DELETE /account/users/{id}/second-factor', {
  allow: 'SVC_USER_MANAGEMENT',

  async run({ actor, tx, path, log }) {
    const person = await lockPerson(tx, actor, path.id);
    await requirePersonHeld(tx, actor, person);
    requireRemovedFactor(person.login, await removeFactor(tx, person.id));
    log.info({ account: person.id, by: actor.id }, 'the second factor of a user was removed');
    return { status: 204 };
  },
});

/**
 * Returns the CSRF token that changing calls with the cookie of a session must send, in two headers: the documented one, and that of published clients.
 * @rule sign-in.csrf.token
 */
export const getCsrfToken = endpoint('GET /api/v1/csrf-token', {
  allow: 'signed-in',
  transaction: 'none',

  async run({ identity: { sessions }, header }) {
    // A call with a bearer token needs no CSRF token, and has no session: it gets one that is valid for no session.
    const token = sessions.csrfToken(sessions.secretIn(header('cookie')) ?? '');
    return { status: 204, headers: { 'service-csrf-token': token, 'qlik-csrf-token': token } };
  },
});
