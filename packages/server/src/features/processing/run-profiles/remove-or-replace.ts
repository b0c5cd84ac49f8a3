import type { Tx } from '../../../core/database/db.ts';
import type { Actor } from '../../../identity/actor.ts';
import { lockProfile, type Place } from './access.ts';
import { countTasks, moveTasks, removeProfile } from './queries.ts';
import { isRunProfileUnused, mayFollow } from './rules.ts';

/**
 * Deletes a run profile; tasks that use it get its successor, where one is named. Returns how many there are. Some clients send the id of the profile
 * itself wherever the operation knows a parameter of that name: it is no successor.
 * @rule run-profiles.delete.itself
 */
export async function removeOrReplace(
  tx: Tx,
  actor: Actor,
  place: Place,
  id: string,
  options: { successor: string | undefined; status: 406 | 409; parameter: string },
): Promise<number> {
  const named = options.successor?.toLowerCase() === id.toLowerCase() ? undefined : options.successor;
  const { profile, successor } = await lockProfile(tx, actor, place, id, named);
  const { tasks } = await countTasks(tx, profile.id);

  mayFollow(profile, successor, named);
  if (successor === undefined) isRunProfileUnused(tasks, options.status, options.parameter);

  if (successor !== undefined) await moveTasks(tx, profile.id, successor.id);
  await removeProfile(tx, profile.id);
  return tasks;
}
