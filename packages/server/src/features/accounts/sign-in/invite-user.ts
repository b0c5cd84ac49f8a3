import { endpoint } from '../../../core/http/endpoint.ts';
import { lockPerson, requirePersonHeld } from './access.ts';
import { createInvitation } from './password-links.ts';
import { requireMaySignIn, lacksOwnPassword } from './rules.ts';

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
    lacksOwnPassword(person);

    return { status: 200, body: await createInvitation(tx, call, person.id) };
  },
});
