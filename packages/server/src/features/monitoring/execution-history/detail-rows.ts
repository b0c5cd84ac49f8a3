/** Reads the details of executions that a search has found. */
import type { Schema } from '@millrace/contract';
import { sql, type Tx } from '../../../core/database/sql.ts';
import { startTimeOf } from '../../processing/task-executions/index.ts';
import { statusOf } from './filters.ts';

/** The row of an execution of a task or a plan; a plan has neither task nor artifact nor engine. */
export type HistoryRow = {
  id: string;
  name: string;
  status: Schema<'HistoricExecution'>['status'];
  artifact_type: string | null;
  task_version: number | null;
  execution_type: Schema<'ExecutionType'>;
  triggered_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  account_id: string;
  login: string | null;
  real_name: string | null;
  user_type: Schema<'UserType'>;
  attempts: number | null;
  environment_id: string;
  workspace_id: string;
  task_id: string | null;
  plan_id: string | null;
  plan_execution_id: string | null;
  plan_name: string | null;
  artifact_id: string | null;
  artifact_name: string | null;
  artifact_version: string | null;
  artifact_workspace_id: string | null;
  runtime_type: NonNullable<Schema<'HistoricExecution'>['destination']> | null;
  cluster_id: string | null;
  cluster_name: string | null;
  engine_id: string | null;
  engine_name: string | null;
  engine_version: string | null;
  run_profile_id: string | null;
  run_profile_name: string | null;
  error_message: string | null;
  misfired_reason: Schema<'HistoricExecution'>['misfiredReason'] | null;
  log_level: Schema<'LogLevel'> | null;
  tags: string[] | null;
  rejected_rows: number | null;
  api_version: string | null;
  failed_step: string | null;
  rerun_of: string | null;
  parent_id: string | null;
};

/** Reads executions that a search has found, in the order of the search. */
export async function selectDetails(tx: Tx, found: readonly { id: string; is_plan: boolean }[]): Promise<HistoryRow[]> {
  const ids = (plans: boolean): string[] => found.flatMap(({ id, is_plan: isPlan }) => (isPlan === plans ? [id] : []));
  const rows = [...(await selectTasks(tx, ids(false))), ...(await selectPlans(tx, ids(true)))];
  const byId = new Map(rows.map((row) => [row.id, row]));
  return found.flatMap(({ id }) => byId.get(id) ?? []);
}

/** The full name of the account `u`. */
const realName = sql`nullif(trim(u.first_name || ' ' || u.last_name), '') as real_name`;

const selectTasks = async (tx: Tx, ids: readonly string[]): Promise<HistoryRow[]> =>
  ids.length === 0
    ? []
    : tx.rows(sql`
        select x.id, x.task_name as name, ${statusOf('tasks')} as status, a.type as artifact_type, x.task_version, x.execution_type, x.triggered_at,
               ${startTimeOf} as started_at, x.finished_at, x.account_id, u.login, ${realName}, x.user_type, l.attempts, x.environment_id,
               x.workspace_id, x.task_id, p.plan_id, x.plan_execution_id, p.plan_name, x.artifact_id, x.artifact_name, x.artifact_version,
               a.workspace_id as artifact_workspace_id, x.runtime_type, k.id as cluster_id, k.name as cluster_name,
               coalesce(x.engine_id, l.engine_id, x.wanted_engine_id) as engine_id, g.name as engine_name, g.program_version as engine_version,
               x.run_profile_id, r.name as run_profile_name, x.error_message, x.misfired_reason, x.log_level, x.tags, x.rejected_rows, x.api_version,
               null as failed_step, null as rerun_of, null as parent_id
        from task_execution x
        left join live_execution l on l.execution_id = x.id
        left join account u on u.id = x.account_id
        left join artifact a on a.id = x.artifact_id
        left join plan_execution p on p.id = x.plan_execution_id
        left join engine_cluster k on k.id = x.wanted_cluster_id
        left join engine g on g.id = coalesce(x.engine_id, l.engine_id, x.wanted_engine_id)
        left join run_profile r on r.id = x.run_profile_id::uuid
        where x.id = any (${[...ids]})`);

const selectPlans = async (tx: Tx, ids: readonly string[]): Promise<HistoryRow[]> =>
  ids.length === 0
    ? []
    : tx.rows(sql`
        select x.id, x.plan_name as name, ${statusOf('plans')} as status, null as artifact_type, null as task_version, x.execution_type,
               x.started_at as triggered_at, case when x.misfired_reason is null then x.started_at end as started_at, x.finished_at, x.account_id,
               u.login, ${realName}, x.user_type, null as attempts, x.environment_id, x.workspace_id, null as task_id, x.plan_id, null as plan_execution_id,
               null as plan_name, null as artifact_id, null as artifact_name, null as artifact_version, null as artifact_workspace_id,
               null as runtime_type, null as cluster_id, null as cluster_name, null as engine_id, null as engine_name, null as engine_version,
               null as run_profile_id, null as run_profile_name, x.error_message, x.misfired_reason, null as log_level, null as tags,
               null as rejected_rows, x.api_version,
               (select s.name
                from plan_step_execution s
                where s.plan_execution_id = x.id
                  and s.status = 'EXECUTION_FAILED'
                order by s.position, s.on_failure
                limit 1) as failed_step,
               x.rerun_of, (select s.plan_execution_id from plan_step_execution s where s.id = x.parent_step_id) as parent_id
        from plan_execution x
        left join account u on u.id = x.account_id
        where x.id = any (${[...ids]})`);
