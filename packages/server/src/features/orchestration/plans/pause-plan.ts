import { endpoint } from '../../../core/http/endpoint.ts';
import { changePause } from '../tasks/index.ts';
import { lockPlan } from './access.ts';
import { raisePlanEvents } from './plan-events.ts';

/**
 * Pauses or resumes a plan; its tasks are not paused with it.
 * @rule plans.pause.right
 */
export const pausePlan = endpoint('PUT /orchestration/executables/plans/{planId}/pause', {
  allow: 'SVC_OPERATOR',

  async run({ actor, tx, path, body }) {
    return changePause(tx, actor, { noun: 'plan', raise: raisePlanEvents }, await lockPlan(tx, actor, path.planId, 'EXECUTE'), body);
  },
});
