/** The statements by which engines, clusters and run profiles change the run configurations of tasks. */
import type { Tx } from '../../../core/database/db.ts';
import { json, sql } from '../../../core/database/sql.ts';

/**
 * Configures the tasks of engines to run on their cluster, all with the same run profile or without one.
 * @rule engine-clusters.add.tasks
 */
export const moveTasksToCluster = (tx: Tx, engines: readonly string[], cluster: string, profile: string | null): Promise<unknown> =>
  tx.rows(sql`
    update task_run_config
    set runtime_type = 'REMOTE_ENGINE_CLUSTER',
        engine_id = null,
        cluster_id = ${cluster},
        run_profile_id = ${profile},
        updated_at = now()
    where engine_id = any (${[...engines]})`);

/** Configures the tasks that use some run profiles to run on a cluster, with other run profiles in place of these. */
export const moveProfilesToCluster = (tx: Tx, cluster: string, profiles: readonly { from: string; to: string }[]): Promise<unknown> =>
  tx.rows(sql`
    update task_run_config c
    set runtime_type = 'REMOTE_ENGINE_CLUSTER',
        engine_id = null,
        cluster_id = ${cluster},
        run_profile_id = p."to",
        updated_at = now()
    from json_to_recordset(${json(profiles)}::json) as p ("from" uuid, "to" uuid)
    where c.run_profile_id = p."from"`);

/**
 * Replaces a run profile with another in all tasks that use it.
 * @rule run-profiles.delete.successor
 */
export async function replaceProfileInTasks(tx: Tx, from: string, to: string): Promise<void> {
  await tx.rows(sql`
    update task_run_config
    set run_profile_id = ${to},
        updated_at = now()
    where run_profile_id = ${from}`);
  await tx.rows(sql`
    update task_dynamic_engine_run_config
    set run_profile_id = ${to},
        updated_at = now()
    where run_profile_id = ${from}`);
}
