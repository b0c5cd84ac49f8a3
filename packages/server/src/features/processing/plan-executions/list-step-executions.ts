import { endpoint } from '../../../core/http/endpoint.ts';
import { findPlanExecution } from './access.ts';
import { toStepExecutionJson } from './json.ts';
import { selectSteps } from './queries.ts';

/**
 * Lists the steps that a plan execution has begun.
 * @rule plan-executions.steps.order
 */
export const listStepExecutions = endpoint('GET /processing/executions/plans/{planExecutionId}/steps', {
  allow: 'signed-in',
  transaction: 'read only',

  async run({ actor, tx, path }) {
    const { id } = await findPlanExecution(tx, actor, path.planExecutionId);
    return { status: 200, body: (await selectSteps(tx, id)).map(toStepExecutionJson) };
  },
});
