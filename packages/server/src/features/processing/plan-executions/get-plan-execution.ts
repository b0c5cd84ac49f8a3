import { endpoint } from '../../../core/http/endpoint.ts';
import { selectEndedOfSteps, toJobExecutionJson } from '../task-executions/index.ts';
import { findPlanExecution } from './access.ts';
import { toPlanExecutionJson } from './json.ts';
import { selectSteps } from './queries.ts';

/**
 * Reads one execution with the ended executions of its steps.
 * @rule plan-executions.get.details
 */
export const getPlanExecution = endpoint('GET /processing/executions/plans/{planExecutionId}', {
  allow: 'signed-in',
  transaction: 'read only',

  async run({ actor, tx, path }) {
    const row = await findPlanExecution(tx, actor, path.planExecutionId);
    const steps = (await selectSteps(tx, row.id)).map(({ id }) => id);
    const ended = await selectEndedOfSteps(tx, actor, steps);
    return { status: 200, body: { ...toPlanExecutionJson(row), doneExecutableDetails: ended.map(toJobExecutionJson) } };
  },
});
