/** The objects on which operations need a right, and the workspaces that they belong to. */
import { sql, type Sql } from '../../../core/database/sql.ts';

/** The kind of an object. */
export type ObjectKind =
  | 'workspace'
  | 'environment'
  | 'artifact'
  | 'connection'
  | 'resource'
  | 'task'
  | 'plan'
  | 'schedule'
  | 'task execution'
  | 'plan execution'
  | 'engine'
  | 'engine cluster'
  | 'run profile'
  | 'promotion'
  | 'promotion execution';

/** A kind whose objects belong to workspaces. */
export type KindInWorkspace = Exclude<ObjectKind, 'promotion' | 'promotion execution'>;

const ofWorkspace = (table: Sql): Sql => sql`${table} o join workspace w on w.id = o.workspace_id`;

/** A runtime of one workspace, or of all workspaces of its environment. */
const ofRuntime = (table: Sql, owner = sql`o.workspace_id`): Sql =>
  sql`${table} o left join workspace w on w.environment_id = o.environment_id and w.id = coalesce(${owner}, w.id)`;

/** For each kind the tables from which its objects `o` are selected, joined with their workspaces `w`. An environment may have none. */
export const TABLES: Readonly<Record<KindInWorkspace, Sql>> = {
  workspace: sql`workspace o join workspace w on w.id = o.id`,
  environment: sql`environment o left join workspace w on w.environment_id = o.id`,
  artifact: ofWorkspace(sql`artifact`),
  connection: ofWorkspace(sql`connection`),
  resource: ofWorkspace(sql`resource`),
  task: ofWorkspace(sql`task`),
  plan: ofWorkspace(sql`plan`),
  // A schedule without a task or plan belongs to all workspaces of its environment.
  schedule: sql`schedule o left join workspace w on w.environment_id = o.environment_id and w.id = coalesce(
    (select t.workspace_id from task t where t.id = o.task_id),
    (select p.workspace_id from plan p where p.id = o.plan_id),
    w.id)`,
  'task execution': ofWorkspace(sql`task_execution`),
  'plan execution': ofWorkspace(sql`plan_execution`),
  engine: ofRuntime(sql`engine`),
  'engine cluster': ofRuntime(sql`engine_cluster`),
  'run profile': ofRuntime(
    sql`run_profile`,
    sql`coalesce((select g.workspace_id from engine g where g.id = o.engine_id), (select k.workspace_id from engine_cluster k where k.id = o.cluster_id))`,
  ),
};
