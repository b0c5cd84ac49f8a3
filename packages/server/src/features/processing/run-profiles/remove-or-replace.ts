import type { Tx } from '../../../core/database/db.ts';
import type { Actor } from '../../../identity/actor.ts';
import { lockProfile, type ProfileOwnerId } from './access.ts';
import { replaceProfileInTasks } from '../../orchestration/tasks/index.ts';
import { countTasks, removeProfile } from './queries.ts';
import { requireRunProfileUnused, requireSuccessor } from './rules.ts';

/**
 * Deletes a run profile. Tasks that use it get its successor, if the caller names one. Returns the number of these tasks. Some clients send the id of
 * the run profile itself as its successor; then it counts as having none.
 * @rule run-profiles.delete.itself
 */
export async function removeOrReplace(
  tx: Tx,
  actor: Actor,
  owner: ProfileOwnerId,
  id: string,
  options: { successor: string | undefined; status: 406 | 409; parameter: string },
): Promise<number> {
  const successorId = options.successor?.toLowerCase() === id.toLowerCase() ? undefined : options.successor;
  const { profile, successor } = await lockProfile(tx, actor, owner, id, successorId);
  const { tasks } = await countTasks(tx, profile.id);

  requireSuccessor(profile, successor, successorId);
  if (successor === undefined) requireRunProfileUnused(tasks, options.status, options.parameter);
  else await replaceProfileInTasks(tx, profile.id, successor.id);
  await removeProfile(tx, profile.id);
  return tasks;
}
