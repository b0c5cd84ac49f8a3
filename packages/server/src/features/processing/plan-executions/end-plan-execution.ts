import { endpoint } from '../../../core/http/endpoint.ts';
import { STEPS, stopsIn } from '../task-executions/index.ts';
import { lockPlanExecution } from './access.ts';
import { end } from './advance.ts';

/** Ends a plan execution, always; what engines hold of it ends as executions of tasks do. */
export const endPlanExecution = endpoint('DELETE /processing/executions/plans/{planExecutionId}', {
  allow: 'SVC_OPERATOR',

  async run({ actor, tx, path }) {
    const execution = await lockPlanExecution(tx, actor, path.planExecutionId);

    await end(tx, execution.id);
    // The plan whose error handler ran this one may go on.
    return { status: 204, wake: [execution.environment_id, stopsIn(execution.environment_id), STEPS] };
  },
});
