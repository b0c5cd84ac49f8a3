/** The statements that write the plans of a promotion. */
import type { Tx } from '../../../core/database/db.ts';
import { json, sql } from '../../../core/database/sql.ts';
import type { Changes } from './draft/changes.ts';

/** Adds and replaces plans. All plans are there before the steps, which may name any of them. */
export async function applyPlans(tx: Tx, { plans, replacedPlans, steps, planRunConfigs }: Changes): Promise<void> {
  await insertPlans(tx, plans);
  await updatePlans(tx, replacedPlans);
  await insertSteps(tx, steps);
  await insertStepTasks(tx, steps);
  await insertStepPlans(tx, steps);
  await insertRunConfigs(tx, planRunConfigs);
}

const insertPlans = (tx: Tx, rows: Changes['plans']): Promise<unknown> =>
  tx.rows(sql`
    insert into plan (id, tenant_id, workspace_id, name, description, author, author_type)
    select r.id, p.tenant_id, r.workspace, p.name, p.description, p.author, p.author_type
    from json_to_recordset(${json(rows)}::json) as r (id uuid, source uuid, workspace uuid)
    join plan p on p.id = r.source`);

/** The steps that a replaced plan had go; those of the source take their place. */
const updatePlans = (tx: Tx, rows: Changes['replacedPlans']): Promise<unknown> =>
  tx.rows(sql`
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

const insertSteps = (tx: Tx, rows: Changes['steps']): Promise<unknown> =>
  tx.rows(sql`
    insert into plan_step (id, plan_id, position, name, condition, note)
    select r.id, r.plan, r.position, r.name, r.condition, r.note
    from json_to_recordset(${json(rows)}::json) as r (id uuid, plan uuid, position integer, name text, condition text, note text)`);

const insertStepTasks = (tx: Tx, rows: Changes['steps']): Promise<unknown> =>
  tx.rows(sql`
    insert into plan_step_task (step_id, on_failure, position, task_id)
    select r.id, false, one.position - 1, one.id::uuid
    from jsonb_to_recordset(${json(rows)}::jsonb) as r (id uuid, tasks jsonb)
    cross join jsonb_array_elements_text(r.tasks) with ordinality as one (id, position)
    union all
    select r.id, true, one.position - 1, one.id::uuid
    from jsonb_to_recordset(${json(rows)}::jsonb) as r (id uuid, "failureTasks" jsonb)
    cross join jsonb_array_elements_text(r."failureTasks") with ordinality as one (id, position)`);

const insertStepPlans = (tx: Tx, rows: Changes['steps']): Promise<unknown> =>
  tx.rows(sql`
    insert into plan_step_plan (step_id, position, plan_id)
    select r.id, one.position - 1, one.id::uuid
    from jsonb_to_recordset(${json(rows)}::jsonb) as r (id uuid, "failurePlans" jsonb)
    cross join jsonb_array_elements_text(r."failurePlans") with ordinality as one (id, position)`);

const insertRunConfigs = (tx: Tx, rows: Changes['planRunConfigs']): Promise<unknown> =>
  tx.rows(sql`
    insert into plan_run_config (plan_id, parallel_execution_allowed, kept)
    select r.id, c.parallel_execution_allowed, c.kept - 'trigger'
    from json_to_recordset(${json(rows)}::json) as r (id uuid, source uuid)
    join plan_run_config c on c.plan_id = r.source`);
