import { endpoint } from '../../../core/http/endpoint.ts';
import { findStep } from './access.ts';
import { withDetails } from './step-details.ts';

/** Reads a step of a plan execution with its ended executions. */
export const getStepExecution = endpoint('GET /processing/executions/plans/{planExecutionId}/steps/{stepExecutionId}', {
  allow: 'signed-in',
  transaction: 'read only',

  async run({ actor, tx, path }) {
    const step = await findStep(tx, actor, path.planExecutionId, path.stepExecutionId, false);
    return { status: 200, body: await withDetails(tx, actor, step) };
  },
});
