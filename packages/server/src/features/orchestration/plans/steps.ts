/** The steps of plans: rows, statements, and their JSON as a list and as a chart of linked steps. */
import type { Schema } from '@millrace/contract';
import { idsOfRows, newId } from '../../../core/base/id.ts';
import { json, type Sql, sql, type Tx } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { toTaskVersion } from '../../processing/task-executions/index.ts';
import { holdsRight } from '../../security/held/index.ts';
import { type PauseColumns, toPauseDetails } from '../tasks/index.ts';
import type { ReachedPlan, StepValues } from './rules.ts';

/** A task of a step or of its error handler. `seen` is null if the caller may not see the task. */
type TaskFlow = {
  id: string;
  on_failure: boolean;
  seen:
    | ({
        name: string;
        version: number;
        description: string | null;
        runtime_type: Schema<'RuntimeType'> | null;
        workspace_id: string;
        artifact: { id: string; name: string; version: string };
      } & PauseColumns)
    | null;
};

/** A plan of an error handler. `seen` is null if the caller may not see the plan. */
type PlanFlow = { id: string; seen: { name: string; description: string | null; workspace_id: string } | null };

/** The row of a step. */
export type PlanStepRow = {
  id: string;
  name: string;
  condition: Schema<'StepCondition'>;
  note: string | null;
  tasks: TaskFlow[];
  plans: PlanFlow[];
};

/**
 * Builds the expression for the ordered steps of a plan as one JSON value, with the tasks and plans that the actor may see.
 * @rule plans.get.hidden
 */
export const stepsOfPlan = (actor: Actor, plan: Sql): Sql => sql`
  (select json_agg(
            json_build_object('id', s.id, 'name', s.name, 'condition', s.condition, 'note', s.note,
                              'tasks', ${taskFlows(actor)}, 'plans', ${planFlows(actor)})
            order by s.position)
   from plan_step s
   where s.plan_id = ${plan})`;

const taskFlows = (actor: Actor): Sql => sql`
  (select coalesce(
            json_agg(
              json_build_object('id', t.id, 'on_failure', k.on_failure, 'seen', case when ${holdsRight(actor, 'VIEW')} then json_build_object(
                'name', t.name, 'version', t.version, 'description', t.description, 'runtime_type', c.runtime_type,
                'workspace_id', t.workspace_id, 'artifact', json_build_object('id', a.id, 'name', a.name, 'version', v.version),
                'paused_at', t.paused_at, 'paused_by', t.paused_by, 'paused_by_type', t.paused_by_type, 'pause_context', t.pause_context) end)
              order by k.position),
            '[]')
   from plan_step_task k
   join task t on t.id = k.task_id
   join workspace w on w.id = t.workspace_id
   join artifact_version v on v.id = t.artifact_version_id
   join artifact a on a.id = v.artifact_id
   left join task_run_config c on c.task_id = t.id
   where k.step_id = s.id)`;

const planFlows = (actor: Actor): Sql => sql`
  (select coalesce(
            json_agg(
              json_build_object('id', h.id, 'seen', case when ${holdsRight(actor, 'VIEW')} then json_build_object(
                'name', h.name, 'description', h.description, 'workspace_id', h.workspace_id) end)
              order by k.position),
            '[]')
   from plan_step_plan k
   join plan h on h.id = k.plan_id
   join workspace w on w.id = h.workspace_id
   where k.step_id = s.id)`;

const ofStep = (row: PlanStepRow): TaskFlow[] => row.tasks.filter((task) => !task.on_failure);
const ofHandler = (row: PlanStepRow): TaskFlow[] => row.tasks.filter((task) => task.on_failure);

/** Converts a row to Step. */
export function toStepJson(row: PlanStepRow): Schema<'Step'> {
  const [taskIds, planIds] = [idsOfRows(ofHandler(row)), idsOfRows(row.plans)];
  return {
    id: row.id,
    name: row.name,
    condition: row.condition,
    taskIds: idsOfRows(ofStep(row)),
    ...(taskIds.length + planIds.length > 0 && { handlerOnFailure: { taskIds, planIds } }),
    ...(row.note !== null && { note: row.note }),
  };
}

const STATUS = { ALL_SUCCEEDED: 'SUCCESS', AT_LEAST_ONE_SUCCEEDED: 'PARTIAL_SUCCESS', ALWAYS_PROCEED_ON: 'PROCEED' } as const;

/**
 * Converts rows to the first PlanStep; each step contains the next one. Undefined without rows.
 * @rule plans.get.chart
 */
export const toChart = (rows: readonly PlanStepRow[]): Schema<'PlanStep'> | undefined =>
  rows.reduceRight<Schema<'PlanStep'> | undefined>((next, row) => ({ ...toPlanStep(row), ...(next && { nextStep: next }) }), undefined);

function toPlanStep(row: PlanStepRow): Schema<'PlanStep'> {
  const handler = toHandlerStep(ofHandler(row), row.plans);
  return {
    id: row.id,
    abstractStepId: row.id,
    name: row.name,
    status: STATUS[row.condition],
    flows: ofStep(row).map(toTaskFlow),
    taskIds: idsOfRows(ofStep(row)),
    ...(row.note !== null && { note: row.note }),
    ...(handler && { stepOnException: handler }),
  };
}

const toHandlerStep = (tasks: readonly TaskFlow[], plans: readonly PlanFlow[]): Schema<'PlanStep'> | undefined =>
  tasks.length + plans.length === 0
    ? undefined
    : { status: 'FAIL', flows: [...tasks.map(toTaskFlow), ...plans.map(toPlanFlow)], taskIds: idsOfRows(tasks) };

const toTaskFlow = ({ id, seen }: TaskFlow): Schema<'PlanTask'> => ({
  id,
  ...(seen && {
    name: seen.name,
    version: toTaskVersion(seen.version),
    ...(seen.description !== null && { description: seen.description }),
    destination: seen.runtime_type ?? 'CLOUD',
    workspaceId: seen.workspace_id,
    artifact: seen.artifact,
    ...toPauseDetails('taskPauseDetails', seen),
  }),
});

const toPlanFlow = ({ id, seen }: PlanFlow): Schema<'PlanTask'> => ({
  id,
  abstractPlanId: id,
  ...(seen && {
    name: seen.name,
    ...(seen.description !== null && { description: seen.description }),
    workspaceId: seen.workspace_id,
  }),
});

/** Adds the steps of a plan. A step whose id is in `own` keeps it; any other step gets a new id. */
export async function insertSteps(tx: Tx, plan: string, values: readonly StepValues[], own: readonly { id: string }[] = []): Promise<void> {
  const ownIds = new Set(own.map(({ id }) => id));
  const steps = values.map((step, position) => ({ ...step, id: step.id !== null && ownIds.has(step.id) ? step.id : newId(), position }));
  await tx.rows(sql`
    insert into plan_step (id, plan_id, position, name, condition, note)
    select n.id, ${plan}, n.position, n.name, n.condition, n.note
    from jsonb_to_recordset(${json(steps.map(({ id, position, name, condition, note }) => ({ id, position, name, condition, note })))}::jsonb)
      as n (id uuid, position integer, name text, condition text, note text)`);

  const withPositions = (ids: readonly string[], step: string) => ids.map((id, position) => ({ id, step, position }));
  const tasks = steps.flatMap((step) => [
    ...withPositions(step.tasks, step.id).map((task) => ({ ...task, on_failure: false })),
    ...withPositions(step.handlerTasks, step.id).map((task) => ({ ...task, on_failure: true })),
  ]);
  await tx.rows(sql`
    insert into plan_step_task (step_id, on_failure, position, task_id)
    select n.step, n.on_failure, n.position, n.id
    from jsonb_to_recordset(${json(tasks)}::jsonb) as n (step uuid, on_failure boolean, position integer, id uuid)`);

  const plans = steps.flatMap((step) => withPositions(step.handlerPlans, step.id));
  if (plans.length === 0) return;
  await tx.rows(sql`
    insert into plan_step_plan (step_id, position, plan_id)
    select n.step, n.position, n.id
    from jsonb_to_recordset(${json(plans)}::jsonb) as n (step uuid, position integer, id uuid)`);
}

/**
 * Replaces the steps of a plan.
 * @rule plans.replace.steps
 */
export async function replaceSteps(tx: Tx, plan: string, values: readonly StepValues[]): Promise<void> {
  const own = await tx.rows<{ id: string }>(sql`
    delete from plan_step
    where plan_id = ${plan}
    returning id`);
  await insertSteps(tx, plan, values, own);
}

/** Selects plans and all plans that their error handlers lead to. Does not follow the error handlers of the plan that is being changed. */
export const selectReached = (tx: Tx, actor: Actor, ids: readonly string[], changing: string): Promise<ReachedPlan[]> =>
  tx.rows(sql`
    with recursive reached (id) as (
      select unnest(${[...ids]}::uuid[])
      union
      select k.plan_id
      from reached f
      join plan_step s on s.plan_id = f.id
      join plan_step_plan k on k.step_id = s.id
      where f.id <> ${changing}
    )
    select p.id, case when ${holdsRight(actor, 'VIEW')} then p.name end as name,
           array(
             select k.plan_id::text
             from plan_step s
             join plan_step_plan k on k.step_id = s.id
             where s.plan_id = p.id) as handlers
    from reached f
    join plan p on p.id = f.id
    join workspace w on w.id = p.workspace_id`);
