/** What a body says of the steps of a plan, once it is known that they may stand in it. */
import type { Tx } from '../../../core/database/db.ts';
import type { Actor } from '../../../identity/actor.ts';
import { holdTasks } from '../tasks/index.ts';
import { holdErrorHandlerPlans } from './access.ts';
import { isSmallEnough, namesEachOnce, namesPlans, namesTasks, stepsOf, type StepRequest, type WantedStep } from './rules.ts';

/** Reads the steps of a body; the tasks and plans that they name are held until the transaction ends. */
export async function holdSteps(tx: Tx, actor: Actor, sent: readonly StepRequest[], environment: string): Promise<WantedStep[]> {
  const steps = stepsOf(sent);
  isSmallEnough(steps);
  namesEachOnce(steps);
  namesTasks(
    steps,
    await holdTasks(
      tx,
      actor,
      steps.flatMap((step) => [...step.tasks, ...step.handlerTasks]),
      environment,
    ),
  );
  const plans = steps.flatMap((step) => step.handlerPlans);
  if (plans.length > 0) namesPlans(steps, await holdErrorHandlerPlans(tx, actor, plans, environment));
  return steps;
}
