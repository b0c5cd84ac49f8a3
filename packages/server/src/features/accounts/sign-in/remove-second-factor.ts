import { endpoint } from '../../../core/http/endpoint.ts';
import { lockPerson, requirePersonHeld } from './access.ts';
import { hadFactor } from './rules.ts';
import { removeFactor } from './second-factor-queries.ts';

/**
 * Removes the second factor of a user who has lost it. The log records the removal.
 * @rule sign-in.factor.permission
 */
export const removeSecondFactor = endpoint('DELETE /account/users/{id}/second-factor', {
  allow: 'SVC_USER_MANAGEMENT',

  async run({ actor, tx, path, log }) {
    const person = await lockPerson(tx, actor, path.id);
    await requirePersonHeld(tx, actor, person);
    hadFactor(person.login, await removeFactor(tx, person.id));
    log.info({ account: person.id, by: actor.id }, 'the second factor of a user was removed');
    return { status: 204 };
  },
});
