/** Rows of past executions, which tests cannot create through HTTP. */
import { newId } from '../../src/core/base/id.ts';
import { sql } from '../../src/core/database/sql.ts';
import type { MadeTask } from './make.ts';
import type { TestServer } from './server.ts';

/** Inserts an execution of a plan with one step without tasks, with a chosen start. Returns its id. */
export async function pastPlanExecution(
  { platform: { db } }: TestServer,
  plan: { id: string; workspace: string },
  options: { startedAt: Date; status?: string },
): Promise<string> {
  const id = newId();
  const { status = 'EXECUTION_SUCCESS' } = options;
  const step = newId();
  await db.writer.rows(sql`
    insert into plan_execution (
      id, tenant_id, environment_id, workspace_id, plan_id, plan_name, steps, handlers, task_ids, planned_count, alone, execution_type, account_id,
      user_type, status, misfired_reason, started_at, finished_at)
    select ${id}, w.tenant_id, w.environment_id, w.id, ${plan.id}, 'Past',
           json_build_array(json_build_object(
             'id', ${step}::text, 'name', 'Past', 'condition', 'ALL_SUCCEEDED', 'tasks', '[]'::json, 'handler', '{"tasks":[],"plans":[]}'::json)),
           '{}', '{}', 0, true, 'SCHEDULED', w.owner_id, 'HUMAN', ${status},
           case when ${status} = 'EXECUTION_MISFIRED' then 'UNKNOWN' end, ${options.startedAt},
           case when ${status} <> 'STARTED' then ${options.startedAt}::timestamptz end
    from workspace w
    where w.id = ${plan.workspace}`);
  return id;
}

/** Inserts a finished or waiting execution of a task, triggered at a chosen time. Returns its id. */
export async function pastExecution(
  { platform: { db } }: TestServer,
  task: MadeTask,
  options: { triggeredAt: Date; status?: string; tags?: readonly string[]; apiVersion?: string | null },
): Promise<string> {
  const id = newId();
  const { status = 'EXECUTION_SUCCESS' } = options;
  const outcome = status === 'EXECUTION_EVENT_RECEIVED' ? null : status;
  await db.writer.rows(sql`
    insert into task_execution (
      id, tenant_id, environment_id, workspace_id, task_id, task_name, task_version, tags, artifact_name, artifact_version, layout, blob_hash,
      parameters, log_level, parallel_execution_allowed, execution_type, api_version, account_id, user_type, runtime_type, triggered_at)
    select ${id}, w.tenant_id, w.environment_id, w.id, ${task.id}, 'Past', 1, ${[...(options.tags ?? [])]}, 'past', '1.0.0', 'inline', 'none', '{}',
           'INFO', false, 'SCHEDULED', ${options.apiVersion ?? null}, w.owner_id, 'HUMAN', 'CLOUD', ${options.triggeredAt}
    from workspace w
    where w.id = ${task.workspace}`);
  if (outcome === null) {
    await db.writer.rows(sql`
      insert into live_execution (execution_id, environment_id, task_id, target_id, alone, available_at)
      select ${id}, w.environment_id, ${task.id}, w.environment_id, true, ${options.triggeredAt}
      from workspace w
      where w.id = ${task.workspace}`);
  } else {
    // As in the product, an execution ends by an update: a trigger keeps the causes of failures.
    await db.writer.rows(sql`
      update task_execution
      set outcome = ${outcome}, finished_at = triggered_at
      where id = ${id}`);
  }
  return id;
}
