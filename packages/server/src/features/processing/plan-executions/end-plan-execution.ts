import { endpoint } from '../../../core/http/endpoint.ts';
import { STEPS, stopsIn } from '../task-executions/index.ts';
import { lockPlanExecution } from './access.ts';
import { end } from './advance.ts';

/** Ends a plan execution; executions that engines hold end like any other. */
export const endPlanExecution = endpoint('DELETE /processing/executions/plans/{planExecutionId}', {
  allow: 'SVC_OPERATOR',

  async run({ actor, tx, path }) {
    const execution = await lockPlanExecution(tx, actor, path.planExecutionId);

    await end(tx, execution.id);
    // The plan whose error handler started this one may advance.
    return { status: 204, wake: [execution.environment_id, stopsIn(execution.environment_id), STEPS] };
  },
});
