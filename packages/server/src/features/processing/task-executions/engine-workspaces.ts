/**
 * Which engines may carry out an execution. An engine or a cluster that belongs to a workspace is there for that one only; all others of the environment
 * are there for each.
 * @rule remote-engines.use.workspace
 */
import { sql, type Sql } from '../../../core/database/sql.ts';

/** The workspace of a live execution; a process of the release before leaves it out of what it accepts. */
export const workspaceOf = (live: Sql): Sql =>
  sql`coalesce(${live}.workspace_id, (select x.workspace_id from task_execution x where x.id = ${live}.execution_id))`;

/** Whether what belongs to `owner`, a workspace or none, is there for the executions of a workspace. */
export const isFor = (owner: Sql, workspace: Sql): Sql => sql`(${owner} is null or ${owner} = ${workspace})`;

/** Whether engine `g` may carry out what waits for a target, which is its environment, itself or its cluster. */
export const mayCarryOut = (target: Sql, workspace: Sql): Sql => sql`
  (${target} in (g.environment_id, g.id, g.cluster_id)
   and ${isFor(sql`g.workspace_id`, workspace)}
   and not exists (
     select from engine_cluster k
     where k.id = ${target}
       and not ${isFor(sql`k.workspace_id`, workspace)}))`;
