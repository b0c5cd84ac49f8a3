/** The statements about task executions that do not move them. */
import type { Tx } from '../../../core/db.ts';
import { selectPage } from '../../../core/paging.ts';
import { and, json, sql, type Sql } from '../../../core/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { visibleExecutions } from './access.ts';
import { executionColumns, type ExecutionRow } from './json.ts';
import type { Period } from './rules.ts';
import { detailsOf } from './states.ts';
import type { StartableTask } from './task-access.ts';

/** A run that is accepted. */
export type NewExecution = {
  id: string;
  task: StartableTask;
  parameters: Record<string, string>;
  logLevel: string | null;
  timeoutMinutes: number | null;
  apiVersion: string;
  actor: Actor;
};

/**
 * Adds an execution that waits for an engine.
 * @rule task-executions.start.jvm-arguments
 */
export const insertExecution = (
  tx: Tx,
  { id, task, parameters, logLevel, timeoutMinutes, apiVersion, actor }: NewExecution,
): Promise<unknown> =>
  tx.rows(sql`
    insert into task_execution (
      id, tenant_id, environment_id, workspace_id, task_id, task_name, task_version, tags, artifact_name, artifact_version, layout, blob_hash,
      parameters, connections, resources, log_level, timeout_minutes, parallel_execution_allowed, execution_type, api_version, account_id, user_type,
      runtime_type, wanted_engine_id, wanted_cluster_id, run_profile_id, jvm_arguments)
    values (
      ${id}, ${task.tenant_id}, ${task.environment_id}, ${task.workspace_id}, ${task.id}, ${task.name}, ${task.version}, ${task.tags},
      ${task.artifact_name}, ${task.artifact_version}, ${task.layout}, ${task.blob_hash}, ${json(parameters)}, ${json(task.connections)},
      ${json(task.resources)}, ${logLevel}, ${timeoutMinutes}, ${task.parallel_execution_allowed}, 'MANUAL', ${apiVersion}, ${actor.id},
      ${actor.userType}, ${task.runtime_type},
      ${task.engine_id}, ${task.cluster_id}, ${task.run_profile_id}, ${task.jvm_arguments})`);

/** What lists can be narrowed by. */
export type Filters = {
  environmentId?: string | undefined;
  workspaceId?: string | undefined;
  taskId?: string | undefined;
  status?: string | undefined;
  tags?: readonly string[] | undefined;
  period: Period;
};

/**
 * A page of executions, newest first.
 * @rule task-executions.list.order
 * @rule task-executions.list.status
 * @rule task-executions.list.tags
 * @rule task-executions.list.window
 */
export function selectExecutions(
  tx: Tx,
  actor: Actor,
  filters: Filters,
  { limit = 100, offset = 0 }: { limit?: number; offset?: number },
): Promise<{ total: number; rows: ExecutionRow[] }> {
  const { environmentId, workspaceId, taskId, status, tags, period } = filters;
  const conditions: Sql[] = [visibleExecutions(actor), sql`x.triggered_at >= ${period.from}`, sql`x.triggered_at < ${period.to}`];
  if (environmentId !== undefined) conditions.push(sql`x.environment_id = ${environmentId}`);
  if (workspaceId !== undefined) conditions.push(sql`x.workspace_id = ${workspaceId}`);
  if (taskId !== undefined) conditions.push(sql`x.task_id = ${taskId}`);
  if (status !== undefined) conditions.push(sql`x.status = any (${detailsOf(status)})`);
  if (tags !== undefined && tags.length > 0) conditions.push(sql`x.tags @> ${[...tags]}::text[]`);
  return selectPage<ExecutionRow>(tx, {
    columns: executionColumns,
    from: sql`task_execution x join workspace w on w.id = x.workspace_id`,
    where: and(conditions),
    order: sql`x.triggered_at desc, x.id desc`,
    limit,
    offset,
  });
}

/** The executions of a task that are not finished. */
export const selectUnfinished = (tx: Tx, task: string): Promise<{ id: string }[]> =>
  tx.rows(sql`
    select id
    from task_execution
    where task_id = ${task}
      and finished_at is null
    order by id
    for update`);
