/** Changes of run profiles that several operations make. */
import type { BodyOf } from '@millrace/contract';
import { newId } from '../../../core/base/id.ts';
import { sql, type Tx } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { replaceProfileInTasks } from '../../orchestration/tasks/index.ts';
import {
  findProfile,
  holdRuntime,
  insertProfile,
  lockProfile,
  type ProfileOwnerId,
  type RunProfileRow,
  type RuntimeOwner,
  updateProfile,
} from './rows.ts';
import { requireHarmlessArguments, requireRunProfileUnused, requireRuntime, requireSuccessor } from './rules.ts';

/** Adds a run profile to an engine or a cluster. Refuses JVM arguments that would run other code in the jobs of its tasks. */
export async function addProfile(
  tx: Tx,
  actor: Actor,
  owner: RuntimeOwner,
  body: BodyOf<'POST /processing/runtimes/remote-engines/{engineId}/run-profiles'>,
): Promise<RunProfileRow> {
  const runtime = await holdRuntime(tx, actor, owner);

  requireRuntime(body.runtimeId, runtime);
  requireHarmlessArguments(body.jvmArguments);

  const id = newId();
  await insertProfile(tx, actor, id, runtime, body);
  return findProfile(tx, actor, owner, id);
}

/** Replaces a run profile of an engine or a cluster; its type stays. Refuses JVM arguments that would run other code in the jobs of its tasks. */
export async function replaceProfile(
  tx: Tx,
  actor: Actor,
  owner: RuntimeOwner,
  id: string,
  body: BodyOf<'PUT /processing/runtimes/remote-engines/{engineId}/run-profiles/{runProfileId}'>,
): Promise<RunProfileRow> {
  const { profile } = await lockProfile(tx, actor, owner, id);

  requireHarmlessArguments(body.jvmArguments);

  await updateProfile(tx, profile.id, { name: body.name, description: body.description ?? null, jvmArguments: body.jvmArguments });
  return findProfile(tx, actor, owner, profile.id);
}

/**
 * Deletes a run profile. Tasks that use it get its successor; without one, a profile that tasks use is refused. Returns the number of these tasks. Some
 * clients send the id of the run profile itself as its successor; then it counts as having none.
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

/** Counts the tasks that use a run profile. */
const countTasks = (tx: Tx, id: string): Promise<{ tasks: number }> =>
  tx.only(sql`
    select count(*) as tasks
    from (
      select task_id
      from task_run_config
      where run_profile_id = ${id}
      union
      select task_id
      from task_dynamic_engine_run_config
      where run_profile_id = ${id}
    ) used`);

/** Deletes a run profile. */
const removeProfile = (tx: Tx, id: string): Promise<unknown> =>
  tx.rows(sql`
    delete from run_profile
    where id = ${id}`);
