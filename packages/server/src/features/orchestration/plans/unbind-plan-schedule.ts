import { endpoint } from '../../../core/http/endpoint.ts';
import { notFound } from '../../../core/base/problem.ts';
import { unbind } from '../triggers/index.ts';
import { lockPlan } from './access.ts';

/**
 * Unbinds the schedule of a plan, which becomes an orphan.
 * @rule plans.schedule.right
 * @rule plans.schedule.unbind
 */
export const unbindPlanSchedule = endpoint('DELETE /orchestration/executables/plans/{planId}/schedule', {
  allow: 'SVC_OPERATOR',

  async run(call) {
    const { actor, tx, path } = call;
    const plan = await lockPlan(tx, actor, path.planId, 'EXECUTE');

    if (!(await unbind(call, { planId: plan.id }))) throw notFound('Schedule of plan', plan.id);
    return { status: 204 };
  },
});
