import { endpoint } from '../../../core/http/endpoint.ts';
import { findStep } from './access.ts';
import { withDetails } from './step-details.ts';

/**
 * Reads the error handler that a failed step has begun.
 * @rule plan-executions.steps.no-handler
 */
export const getErrorHandlerExecution = endpoint(
  'GET /processing/executions/plans/{planExecutionId}/steps/{stepExecutionId}/error-handler',
  {
    allow: 'signed-in',
    transaction: 'read only',

    async run({ actor, tx, path }) {
      const step = await findStep(tx, actor, path.planExecutionId, path.stepExecutionId, true);
      return { status: 200, body: await withDetails(tx, actor, step) };
    },
  },
);
