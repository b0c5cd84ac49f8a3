import { endpoint } from '../../../core/endpoint.ts';
import { notFound } from '../../../core/problem.ts';
import { unbindSchedule } from '../schedules/index.ts';
import { lockPlan } from './access.ts';

/**
 * Unbinds the schedule of a plan, which becomes an orphan.
 * @rule plans.schedule.right
 * @rule plans.schedule.unbind
 */
export const unbindPlanSchedule = endpoint('DELETE /orchestration/executables/plans/{planId}/schedule', {
  allow: 'SVC_OPERATOR',

  async run({ actor, tx, path }) {
    const plan = await lockPlan(tx, actor, path.planId, 'EXECUTE');

    if (!(await unbindSchedule(tx, { planId: plan.id }))) throw notFound('Schedule of plan', plan.id);
    return { status: 204 };
  },
});
