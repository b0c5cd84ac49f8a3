import { endpoint } from '../../../core/http/endpoint.ts';
import { endTrigger } from '../triggers/index.ts';
import { lockPlan } from './access.ts';

/**
 * Removes the trigger of a plan and unbinds its schedule. Afterwards the plan starts only on request.
 * @rule plans.run-config.right
 * @rule plans.run-config.stop
 */
export const removePlanRunConfig = endpoint('DELETE /orchestration/executables/plans/{planId}/run-config', {
  allow: 'SVC_OPERATOR',

  async run(call) {
    const { actor, tx, path } = call;
    const plan = await lockPlan(tx, actor, path.planId, 'EXECUTE');

    await endTrigger(call, { planId: plan.id });
    return { status: 204 };
  },
});
