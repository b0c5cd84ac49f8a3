/** The fields that steps and error handlers have in common. */
import type { Schema } from '@millrace/contract';
import type { Tx } from '../../../core/database/db.ts';
import type { Actor } from '../../../identity/actor.ts';
import { selectEndedOfSteps, toJobExecutionJson } from '../task-executions/index.ts';
import { toStepExecutionDetails } from './json.ts';
import { selectEndedOfStep } from './queries.ts';
import type { StepRow } from './rows.ts';

/**
 * A step with the ended executions of it that the actor may see.
 * @rule plan-executions.steps.details
 */
export async function withDetails(tx: Tx, actor: Actor, step: StepRow): Promise<Schema<'StepExecutionDetails'>> {
  const tasks = await selectEndedOfSteps(tx, actor, [step.id]);
  return toStepExecutionDetails(step, tasks.map(toJobExecutionJson), await selectEndedOfStep(tx, actor, step.id));
}
