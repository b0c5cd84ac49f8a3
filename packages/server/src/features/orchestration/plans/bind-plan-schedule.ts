import { endpoint } from '../../../core/http/endpoint.ts';
import { replaceTriggerWithSchedule } from '../triggers/index.ts';
import { lockPlan } from './access.ts';

/**
 * Binds a schedule to a plan.
 * @rule plans.schedule.right
 * @rule plans.schedule.environment
 */
export const bindPlanSchedule = endpoint('PUT /orchestration/executables/plans/{planId}/schedule', {
  allow: 'SVC_OPERATOR',

  async run(call) {
    const { actor, tx, path, body } = call;
    const plan = await lockPlan(tx, actor, path.planId, 'EXECUTE');

    await replaceTriggerWithSchedule(call, { planId: plan.id }, plan.environment_id, body.scheduleId);
    return { status: 200 };
  },
});
