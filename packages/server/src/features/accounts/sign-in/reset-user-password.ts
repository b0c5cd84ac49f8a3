import { endpoint } from '../../../core/http/endpoint.ts';
import { lockPerson, requirePersonHeld } from './access.ts';
import { createPasswordLink } from './password-links.ts';
import { requireMaySignIn } from './rules.ts';

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
