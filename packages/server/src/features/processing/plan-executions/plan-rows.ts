/**
 * The plans and tasks of plan executions: the statements that find and hold them, and the copy of a plan that an execution runs, which is made when the
 * execution is accepted.
 */
import type { Schema } from '@millrace/contract';
import { sql, type Tx } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { holdsRight, inWorkspace } from '../../security/held/index.ts';
import { hasRunConfig } from '../task-executions/index.ts';

/** A step with the tasks and plans of its error handler. */
export type CopiedStep = {
  id: string;
  name: string;
  condition: Schema<'StepCondition'>;
  tasks: readonly string[];
  handler: { tasks: readonly string[]; plans: readonly string[] };
  /** The parameters that the start passes to tasks of the step, by their ids; a re-run passes them again. */
  parameters?: TaskParameters;
  /** The timeout of the trigger that started the plan, for all tasks of the step and of its error handler. */
  timeoutMinutes?: number;
};

/** Parameters of tasks by the ids of the tasks. */
export type TaskParameters = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** A plan that an error handler runs. */
type CopiedPlan = { name: string; workspace: string; steps: readonly CopiedStep[] };

/** Plans by their ids. */
export type CopiedPlans = Readonly<Record<string, CopiedPlan>>;

/** All steps and plans that an execution may run. */
export type Copy = {
  steps: readonly CopiedStep[];
  handlers: CopiedPlans;
  taskIds: readonly string[];
  plannedCount: number;
};

/**
 * Returns steps with those of the plans that their error handlers run, directly or through other plans.
 * @rule plan-executions.start.copy
 */
export function copyOf(steps: readonly CopiedStep[], plans: CopiedPlans): Copy {
  const handlers: Record<string, CopiedPlan> = {};
  const tasks = new Set<string>();
  const addStepsOf = (planSteps: readonly CopiedStep[]): void => {
    for (const step of planSteps) {
      for (const id of [...step.tasks, ...step.handler.tasks]) tasks.add(id);
      for (const id of step.handler.plans) {
        const plan = plans[id];
        if (!plan || id in handlers) continue;
        handlers[id] = plan;
        addStepsOf(plan.steps);
      }
    }
  };
  addStepsOf(steps);
  return { steps, handlers, taskIds: [...tasks], plannedCount: steps.reduce((sum, step) => sum + step.tasks.length, 0) };
}

/** A copy whose first step gives parameters to its tasks. */
export function withFirstStepParameters(copy: Copy, parameters: TaskParameters): Copy {
  const [first, ...rest] = copy.steps;
  return first ? { ...copy, steps: [{ ...first, parameters }, ...rest] } : copy;
}

type StepsAndPlans = Pick<Copy, 'steps' | 'handlers'>;

/** Changes all steps, and those of all plans of error handlers. */
function withSteps({ steps, handlers }: StepsAndPlans, change: (step: CopiedStep) => CopiedStep): StepsAndPlans {
  const plans = Object.entries(handlers).map(([id, plan]) => [id, { ...plan, steps: plan.steps.map(change) }] as const);
  return { steps: steps.map(change), handlers: Object.fromEntries(plans) };
}

/**
 * A copy whose steps and error handlers run with the timeout of a trigger.
 * @rule schedules.trigger.timeout
 */
export const withTimeout = (copy: Copy, timeoutMinutes: number): Copy => ({
  ...copy,
  ...withSteps(copy, (step) => ({ ...step, timeoutMinutes })),
});

/** Returns the steps from one step on, without the timeout of the trigger that started them; the first one without the tasks that are left out. */
export function copyFrom(whole: StepsAndPlans, position: number, leftOut: readonly string[]): Copy {
  const { steps, handlers } = withSteps(whole, ({ timeoutMinutes: _timeout, ...step }) => step);
  const [first, ...rest] = steps.slice(position);
  if (!first) throw new Error(`A plan execution has no step ${position}`);
  const begun = { ...first, tasks: first.tasks.filter((task) => !leftOut.includes(task)) };
  return copyOf([begun, ...rest], handlers);
}

const guard = inWorkspace({ noun: 'Plan', table: sql`plan`, alias: sql`p` });

/** A plan that a caller starts. */
type StartablePlan = { id: string; name: string; paused: boolean };

/**
 * Finds a plan that the actor may start.
 * @rule plan-executions.start.unknown
 */
export const findStartablePlan = (tx: Tx, actor: Actor, id: string): Promise<StartablePlan> =>
  guard.findWith(tx, actor, id, 'EXECUTE', { columns: sql`p.id, p.name, p.paused_at is not null as paused` });

/**
 * Finds a plan whose executions the actor may list.
 * @rule plan-executions.list.plan
 */
export const findListedPlan = (tx: Tx, actor: Actor, id: string): Promise<{ id: string }> =>
  guard.find(tx, actor, id, { columns: sql`p.id` });

/** Builds a query for the id of a plan that the actor may see. */
export const visiblePlan = guard.idOf;

/** A plan that is about to run, with all plans of its error handlers. */
type RunnablePlan = { id: string; tenant: string; environment: string; workspace: string; name: string; copy: Copy };

/** Reads plans and the plans of their error handlers; none of them can be changed or deleted until the transaction ends. */
export async function holdPlansToRun(tx: Tx, ids: readonly string[]): Promise<RunnablePlan[]> {
  const rows = await tx.rows<Omit<RunnablePlan, 'copy'> & { steps: CopiedStep[] }>(sql`
    with recursive reached (id) as (
      select unnest(${[...ids]}::uuid[])
      union
      select k.plan_id
      from reached f
      join plan_step s on s.plan_id = f.id
      join plan_step_plan k on k.step_id = s.id
    )
    select p.id, p.tenant_id as tenant, w.environment_id as environment, p.workspace_id as workspace, p.name, (
             select coalesce(
                      json_agg(
                        json_build_object('id', s.id, 'name', s.name, 'condition', s.condition,
                          'tasks', array(select k.task_id from plan_step_task k where k.step_id = s.id and not k.on_failure order by k.position),
                          'handler', json_build_object(
                            'tasks', array(select k.task_id from plan_step_task k where k.step_id = s.id and k.on_failure order by k.position),
                            'plans', array(select k.plan_id from plan_step_plan k where k.step_id = s.id order by k.position)))
                        order by s.position),
                      '[]')
             from plan_step s
             where s.plan_id = p.id) as steps
    from reached f
    join plan p on p.id = f.id
    join workspace w on w.id = p.workspace_id
    order by p.id
    for key share of w, p`);
  const plans: CopiedPlans = Object.fromEntries(rows.map(({ id, name, workspace, steps }) => [id, { name, workspace, steps }]));
  const requested = new Set(ids);
  return rows.filter(({ id }) => requested.has(id)).map(({ steps, ...plan }) => ({ ...plan, copy: copyOf(steps, plans) }));
}

/** Selects tasks of a tenant with the rights of the actor; none of them can be deleted until the transaction ends. */
export const holdTasksToRun = (tx: Tx, actor: Actor, ids: readonly string[]): Promise<HeldTask[]> =>
  tx.rows(sql`
    select t.id, t.name, ${holdsRight(actor, 'VIEW')} as seen, ${holdsRight(actor, 'EXECUTE')} as held,
           ${hasRunConfig} as configured
    from task t
    join workspace w on w.id = t.workspace_id
    join environment e on e.id = w.environment_id
    where t.id = any (${[...ids]}::uuid[])
      and t.tenant_id = ${actor.tenant}
    order by t.id
    for key share of w, t`);

/** Prevents the deletion of tasks, for starts that check no rights. */
export const holdTasksOf = (tx: Tx, tenants: readonly string[], ids: readonly string[]): Promise<unknown> =>
  tx.rows(sql`
    select t.id
    from task t
    join workspace w on w.id = t.workspace_id
    where t.id = any (${[...ids]}::uuid[])
      and t.tenant_id = any (${[...tenants]}::uuid[])
    order by t.id
    for key share of w, t`);

/** A task of a plan with the rights of the caller that starts the plan. */
export type HeldTask = { id: string; name: string; seen: boolean; held: boolean; configured: boolean };
