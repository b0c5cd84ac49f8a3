/** The statements by which a promotion writes plans. */
import { idsOfRows } from '../../../core/base/id.ts';
import { json, sql, type Tx } from '../../../core/database/sql.ts';
import type { EventActor } from '../../events/outbox/index.ts';
import type { CopyInWorkspace, PromotedCopy } from '../workspaces/index.ts';
import { raisePlanEvents } from './rows.ts';

/** A step with the ids of the target environment. */
export type PromotedStep = {
  id: string;
  plan: string;
  position: number;
  name: string;
  condition: string;
  note: string | null;
  tasks: string[];
  failure_tasks: string[];
  failure_plans: string[];
};

/** Adds copies of plans, without their steps. Raises their events. */
export async function insertPromotedPlans(tx: Tx, actor: EventActor, rows: readonly CopyInWorkspace[]): Promise<void> {
  await tx.rows(sql`
    insert into plan (id, tenant_id, workspace_id, name, description, author, author_type)
    select r.id, p.tenant_id, r.workspace, p.name, p.description, p.author, p.author_type
    from json_to_recordset(${json(rows)}::json) as r (id uuid, source uuid, workspace uuid)
    join plan p on p.id = r.source`);
  await raisePlanEvents(tx, actor, 'created', idsOfRows(rows));
}

/** Replaces the descriptions of plans and deletes their steps. `insertPromotedSteps` adds the new steps. Raises their events. */
export async function replacePromotedPlans(tx: Tx, actor: EventActor, rows: readonly PromotedCopy[]): Promise<void> {
  await tx.rows(sql`
    with r as (
      select r.id, r.source
      from json_to_recordset(${json(rows)}::json) as r (id uuid, source uuid)
    ), removed as (
      delete from plan_step s
      using r
      where s.plan_id = r.id
    )
    update plan p
    set description = s.description,
        updated_at = now()
    from r
    join plan s on s.id = r.source
    where p.id = r.id`);
  await raisePlanEvents(tx, actor, 'updated', idsOfRows(rows));
}

const insertStepRows = (tx: Tx, rows: readonly PromotedStep[]): Promise<unknown> =>
  tx.rows(sql`
    insert into plan_step (id, plan_id, position, name, condition, note)
    select r.id, r.plan, r.position, r.name, r.condition, r.note
    from json_to_recordset(${json(rows)}::json) as r (id uuid, plan uuid, position integer, name text, condition text, note text)`);

const insertStepTasks = (tx: Tx, rows: readonly PromotedStep[]): Promise<unknown> =>
  tx.rows(sql`
    insert into plan_step_task (step_id, on_failure, position, task_id)
    select r.id, false, item.position - 1, item.id::uuid
    from jsonb_to_recordset(${json(rows)}::jsonb) as r (id uuid, tasks jsonb)
    cross join jsonb_array_elements_text(r.tasks) with ordinality as item (id, position)
    union all
    select r.id, true, item.position - 1, item.id::uuid
    from jsonb_to_recordset(${json(rows)}::jsonb) as r (id uuid, failure_tasks jsonb)
    cross join jsonb_array_elements_text(r.failure_tasks) with ordinality as item (id, position)`);

const insertStepPlans = (tx: Tx, rows: readonly PromotedStep[]): Promise<unknown> =>
  tx.rows(sql`
    insert into plan_step_plan (step_id, position, plan_id)
    select r.id, item.position - 1, item.id::uuid
    from jsonb_to_recordset(${json(rows)}::jsonb) as r (id uuid, failure_plans jsonb)
    cross join jsonb_array_elements_text(r.failure_plans) with ordinality as item (id, position)`);

/** Adds copies of run configurations, without their triggers. */
export const insertPromotedPlanRunConfigs = (tx: Tx, rows: readonly PromotedCopy[]): Promise<unknown> =>
  tx.rows(sql`
    insert into plan_run_config (plan_id, parallel_execution_allowed, kept)
    select r.id, c.parallel_execution_allowed, c.kept - 'trigger'
    from json_to_recordset(${json(rows)}::json) as r (id uuid, source uuid)
    join plan_run_config c on c.plan_id = r.source`);

/** Adds steps. The plans that they name must exist. */
export async function insertPromotedSteps(tx: Tx, steps: readonly PromotedStep[]): Promise<void> {
  await insertStepRows(tx, steps);
  await insertStepTasks(tx, steps);
  await insertStepPlans(tx, steps);
}
