/** Checks the steps of a plan in the body of a request. */
import type { Tx } from '../../../core/database/db.ts';
import type { Actor } from '../../../identity/actor.ts';
import { holdTasks } from '../tasks/index.ts';
import { holdErrorHandlerPlans } from './access.ts';
import {
  requireFewSteps,
  requireEachOnce,
  requirePlansOfWorkspace,
  requireTasksOfWorkspace,
  stepsOf,
  type StepRequest,
  type StepValues,
} from './rules.ts';

/** Converts and checks the steps of a body. Prevents the deletion of the tasks and plans that they name until the transaction ends. */
export async function holdSteps(tx: Tx, actor: Actor, sent: readonly StepRequest[], environment: string): Promise<StepValues[]> {
  const steps = stepsOf(sent);
  requireFewSteps(steps);
  requireEachOnce(steps);
  const tasks = steps.flatMap((step) => [...step.tasks, ...step.handlerTasks]);
  requireTasksOfWorkspace(steps, await holdTasks(tx, actor, tasks, environment));
  const plans = steps.flatMap((step) => step.handlerPlans);
  if (plans.length > 0) requirePlansOfWorkspace(steps, await holdErrorHandlerPlans(tx, actor, plans, environment));
  return steps;
}
