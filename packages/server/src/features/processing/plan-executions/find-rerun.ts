/** Finds the part of a plan execution that is run again. */
import type { Tx } from '../../../core/database/db.ts';
import { notFound } from '../../../core/base/problem.ts';
import type { Actor } from '../../../identity/actor.ts';
import { findRepeated, findStep, type RepeatedExecution } from './access.ts';
import { copyFrom, type Copy } from './copy.ts';
import { selectSucceeded } from './queries.ts';
import type { StepRow } from './rows.ts';

/**
 * Finds the execution and the step that a start names, with the remaining steps as they were in that execution.
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
  const plan = await findRepeated(tx, actor, execution);
  if (plan.plan_id !== planId) throw notFound('Plan execution', execution);
  const found = await findStep(tx, actor, plan.id, step, false);
  const leftOut = onlyFailed ? (await selectSucceeded(tx, found.id)).map((task) => task.task_id) : [];
  return { plan, step: found, copy: copyFrom(plan, found.position, leftOut) };
}
