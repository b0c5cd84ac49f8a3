import { endpoint } from '../../../core/endpoint.ts';
import { bindInPlace } from '../triggers/index.ts';
import { lockPlan } from './access.ts';

/**
 * Binds a schedule to a plan.
 * @rule plans.schedule.right
 * @rule plans.schedule.environment
 */
export const bindPlanSchedule = endpoint('PUT /orchestration/executables/plans/{planId}/schedule', {
  allow: 'SVC_OPERATOR',

  async run({ actor, tx, path, body }) {
    const plan = await lockPlan(tx, actor, path.planId, 'EXECUTE');

    await bindInPlace(tx, actor, { planId: plan.id }, plan.environment_id, body.scheduleId);
    return { status: 200 };
  },
});
