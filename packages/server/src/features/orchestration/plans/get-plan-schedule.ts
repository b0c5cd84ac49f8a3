import { endpoint } from '../../../core/http/endpoint.ts';
import { found } from '../../../core/base/problem.ts';
import { findScheduleOf, toScheduleJson } from '../schedules/index.ts';
import { findPlan } from './access.ts';

/**
 * Reads the schedule of a plan.
 * @rule plans.schedule.missing
 */
export const getPlanSchedule = endpoint('GET /orchestration/executables/plans/{planId}/schedule', {
  allow: 'signed-in',
  transaction: 'read only',

  async run({ actor, tx, path }) {
    const plan = await findPlan(tx, actor, path.planId);
    const schedule = found(await findScheduleOf(tx, actor, { planId: plan.id }), 'Schedule of plan', plan.id);
    return { status: 200, body: toScheduleJson(schedule) };
  },
});
