/** The only functions that find or lock plan executions. */
import type { Tx } from '../../../core/database/db.ts';
import { found } from '../../../core/base/problem.ts';
import { sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { foundWithRight } from '../../orchestration/workspaces/index.ts';
import { holdsRight, visibleScope, type ListScope } from '../../security/workspace-permissions/index.ts';
import type { CopiedPlans, CopiedStep } from './copy.ts';
import type { PlanExecutionState } from './states.ts';
import { planExecutionColumns, stepColumns, type PlanExecutionRow, type StepRow } from './rows.ts';

/**
 * Builds the condition for the plan executions `x` that a list shows: those of a plan, or of an environment or workspace.
 * @rule plan-executions.list.right
 */
export const listedPlanExecutions = async (
  tx: Tx,
  actor: Actor,
  { planId, ...scope }: ListScope & { planId?: string | undefined },
): Promise<Sql> =>
  planId === undefined
    ? (await visibleScope(tx, actor, scope)).of(sql`x`)
    : sql`x.plan_id = (
        select p.id
        from plan p
        join workspace w on w.id = p.workspace_id
        where p.id = ${planId}
          and w.tenant_id = ${actor.tenant}
          and ${holdsRight(actor, 'VIEW')})`;

/** Builds the condition for the plan executions `x` in workspaces `w` that the actor may see. */
export const visiblePlanExecutions = (actor: Actor): Sql => sql`x.tenant_id = ${actor.tenant} and ${holdsRight(actor, 'VIEW')}`;

/**
 * Finds a plan execution that the actor may read.
 * @rule plan-executions.get.right
 */
export const findPlanExecution = (tx: Tx, actor: Actor, id: string): Promise<PlanExecutionRow> => find(tx, actor, id, planExecutionColumns);

/** A plan execution with the copy of the plan that it ran. */
export type RepeatedExecution = {
  id: string;
  plan_id: string;
  status: PlanExecutionState;
  started_at: Date;
  steps: CopiedStep[];
  handlers: CopiedPlans;
};

/** Finds a plan execution that the actor may read and wants to run again. */
export const findRepeated = (tx: Tx, actor: Actor, id: string): Promise<RepeatedExecution> =>
  find(tx, actor, id, sql`x.id, x.plan_id, x.status, x.started_at, x.steps, x.handlers`);

async function find<Row>(tx: Tx, actor: Actor, id: string, columns: Sql): Promise<Row> {
  const row = await tx.one<Row>(sql`
    select ${columns}
    from plan_execution x
    join workspace w on w.id = x.workspace_id
    where x.id = ${id}
      and ${visiblePlanExecutions(actor)}`);
  return found(row, 'Plan execution', id);
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
  return foundWithRight(row, 'Plan execution', id, 'EXECUTE');
}

/** Finds a step of a plan execution that the actor may read, or the error handler of the step. */
export async function findStep(tx: Tx, actor: Actor, execution: string, step: string, onFailure: boolean): Promise<StepRow> {
  const { id } = await find<{ id: string }>(tx, actor, execution, sql`x.id`);
  const row = await tx.one<StepRow>(sql`
    select ${stepColumns}
    from plan_step_execution named
    join plan_step_execution s on s.plan_execution_id = named.plan_execution_id and s.position = named.position
    where named.id = ${step}
      and named.plan_execution_id = ${id}
      and not named.on_failure
      and s.on_failure = ${onFailure}`);
  return found(row, onFailure ? 'An error handler that has begun of the step execution' : 'Step execution', step);
}
