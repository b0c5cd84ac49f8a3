/** The only ways to a plan execution, and to a plan that is to run. */
import type { Tx } from '../../../core/db.ts';
import { notFound } from '../../../core/problem.ts';
import { sql, type Sql } from '../../../core/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { lacksRight } from '../../orchestration/workspaces/index.ts';
import { holdsRight } from '../../security/workspace-permissions/index.ts';
import type { CopiedPlans, CopiedStep } from './copy.ts';
import { planExecutionColumns, stepColumns, type PlanExecutionRow, type StepRow } from './rows.ts';

/**
 * Which plan executions `x` in workspaces `w` a list shows.
 * @rule plan-executions.list.right
 */
export const visiblePlanExecutions = (actor: Actor): Sql => sql`x.tenant_id = ${actor.tenant} and ${holdsRight(actor, 'VIEW')}`;

/** A plan execution with what it runs. */
export type FoundExecution = PlanExecutionRow & { steps: CopiedStep[]; handlers: CopiedPlans };

/**
 * Finds a plan execution that the actor may read.
 * @rule plan-executions.get.right
 */
export async function findPlanExecution(tx: Tx, actor: Actor, id: string): Promise<FoundExecution> {
  const row = await tx.one<FoundExecution>(sql`
    select ${planExecutionColumns}, x.steps, x.handlers
    from plan_execution x
    join workspace w on w.id = x.workspace_id
    where x.id = ${id}
      and ${visiblePlanExecutions(actor)}`);
  if (!row) throw notFound('Plan execution', id);
  return row;
}

/**
 * Locks a plan execution that the actor may end.
 * @rule plan-executions.start.right
 * @rule plan-executions.end.unknown
 */
export async function lockPlanExecution(tx: Tx, actor: Actor, id: string): Promise<{ id: string; environment_id: string }> {
  const row = await tx.one<{ id: string; environment_id: string; held: boolean }>(sql`
    select x.id, x.environment_id, ${holdsRight(actor, 'EXECUTE')} as held
    from plan_execution x
    join workspace w on w.id = x.workspace_id
    where x.id = ${id}
      and ${visiblePlanExecutions(actor)}
    for update of x`);
  if (!row) throw notFound('Plan execution', id);
  if (!row.held) throw lacksRight('EXECUTE');
  return row;
}

/** Finds a step of a plan execution that the actor may read, or the error handler of the step. */
export async function findStep(tx: Tx, actor: Actor, execution: string, step: string, onFailure: boolean): Promise<StepRow> {
  const { id } = await findPlanExecution(tx, actor, execution);
  const row = await tx.one<StepRow>(sql`
    select ${stepColumns}
    from plan_step_execution named
    join plan_step_execution s on s.plan_execution_id = named.plan_execution_id and s.position = named.position
    where named.id = ${step}
      and named.plan_execution_id = ${id}
      and not named.on_failure
      and s.on_failure = ${onFailure}`);
  if (!row) throw notFound(onFailure ? 'An error handler that has begun of the step execution' : 'Step execution', step);
  return row;
}

/** A plan as the one who starts it sees it. */
export type StartablePlan = { id: string; name: string; paused: boolean };

/**
 * Finds a plan that the actor may start.
 * @rule plan-executions.start.unknown
 */
export async function findStartablePlan(tx: Tx, actor: Actor, id: string): Promise<StartablePlan> {
  const row = await findPlan<StartablePlan & { held: boolean }>(tx, actor, id);
  if (!row.held) throw lacksRight('EXECUTE');
  return row;
}

/**
 * Finds a plan whose executions the actor may list.
 * @rule plan-executions.list.plan
 */
export const findListedPlan = (tx: Tx, actor: Actor, id: string): Promise<{ id: string }> => findPlan(tx, actor, id);

async function findPlan<Row>(tx: Tx, actor: Actor, id: string): Promise<Row> {
  const row = await tx.one<Row>(sql`
    select p.id, p.name, p.paused_at is not null as paused, ${holdsRight(actor, 'EXECUTE')} as held
    from plan p
    join workspace w on w.id = p.workspace_id
    where p.id = ${id}
      and p.tenant_id = ${actor.tenant}
      and ${holdsRight(actor, 'VIEW')}`);
  if (!row) throw notFound('Plan', id);
  return row;
}
