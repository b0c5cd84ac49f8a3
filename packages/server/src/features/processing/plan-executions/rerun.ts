/** The part of an earlier plan execution that a start repeats: how it is found, and when it is refused. */
import type { BodyOf } from '@millrace/contract';
import { invalid, notFound, Problem } from '../../../core/base/problem.ts';
import { sql, type Tx } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { type Copy, copyFrom, type HeldTask } from './plan-rows.ts';
import { findPlanExecutionColumns, findStep, type PlanExecutionRow, type StepRow } from './rows.ts';
import { type PlanExecutionState, type StepStatus, SUCCEEDED } from './states.ts';

const DAY = 86_400_000;

/**
 * Returns the execution and step to run again; undefined for a start from the beginning. Refuses one of them without the other.
 * @rule plan-executions.rerun.fields
 */
export function rerunOf(body: BodyOf<'POST /processing/executions/plans'>) {
  const { executionPlanId: execution, stepId: step, rerunOnlyFailedTasks: onlyFailed } = body;
  if (!execution && !step && !onlyFailed) return undefined;
  if (!execution || !step)
    throw invalid('malformed_request', 'To run a plan again, give executionPlanId and stepId: the step execution to begin with.');
  return { execution, step, onlyFailed: onlyFailed ?? false };
}

/** A plan execution with the copy of the plan that it ran. */
type RepeatedExecution = Pick<PlanExecutionRow, 'id' | 'plan_id' | 'status' | 'started_at'> & Pick<Copy, 'steps' | 'handlers'>;

/**
 * Finds the execution and the step that a start names, or refuses, with the remaining steps as they were in that execution.
 * @rule plan-executions.rerun.unknown
 * @rule plan-executions.rerun.from
 * @rule plan-executions.rerun.only-failed
 */
export async function findRerun(
  tx: Tx,
  actor: Actor,
  planId: string,
  { execution, step, onlyFailed }: { execution: string; step: string; onlyFailed: boolean },
): Promise<{ plan: RepeatedExecution; step: StepRow; copy: Copy }> {
  const columns = sql`x.id, x.plan_id, x.status, x.started_at, x.steps, x.handlers`;
  const plan = await findPlanExecutionColumns<RepeatedExecution>(tx, actor, execution, columns);
  if (plan.plan_id !== planId) throw notFound('Plan execution', execution);
  const found = await findStep(tx, actor, plan.id, step, false);
  const leftOut = onlyFailed ? (await selectSucceeded(tx, found.id)).map((task) => task.task_id) : [];
  return { plan, step: found, copy: copyFrom(plan, found.position, leftOut) };
}

/** The tasks of a step execution that have succeeded. */
const selectSucceeded = (tx: Tx, step: string): Promise<{ task_id: string }[]> =>
  tx.rows(sql`
    select x.task_id
    from task_execution x
    where x.plan_step_execution_id = ${step}
      and x.outcome = any (${[...SUCCEEDED]})`);

/**
 * Only executions that have failed are run again.
 * @rule plan-executions.rerun.failed
 */
export function requireFailed(plan: { status: PlanExecutionState }, step: { status: StepStatus }): void {
  const isOpen = plan.status === 'STARTED';
  const isBad = step.status === 'EXECUTION_FAILED' || step.status === 'EXECUTION_TERMINATED';
  if (isOpen || !isBad)
    throw new Problem(
      422,
      'execution_not_failed',
      isOpen
        ? 'The plan execution still runs: wait for its end.'
        : 'The step did not fail: name one that did, or start the plan from its beginning.',
    );
}

/**
 * Executions that are older than the history are not run again.
 * @rule plan-executions.rerun.age
 */
export function requireRecent(plan: { started_at: Date }, now: Date, historyDays: number): void {
  if (now.getTime() - plan.started_at.getTime() > historyDays * DAY)
    throw new Problem(422, 'execution_too_old', `The plan execution is older than ${historyDays} days: start the plan from its beginning.`);
}

/**
 * All tasks of a rerun still exist.
 * @rule plan-executions.rerun.deleted
 */
export function requireComplete(needed: readonly string[], tasks: readonly HeldTask[]): void {
  const missing = needed.find((id) => !tasks.some((task) => task.id === id));
  if (missing !== undefined)
    throw new Problem(422, 'execution_outdated', `The task ${missing} was deleted since then: start the plan from its beginning.`);
}
