import { endpoint } from '../../../core/http/endpoint.ts';
import { listEvents } from '../triggers/index.ts';
import { findPlan } from './access.ts';

/** Lists the times at which the triggers of a plan fire. */
export const listPlanEvents = endpoint('GET /orchestration/executables/plans/{planId}/run-config/events', {
  allow: 'signed-in',
  transaction: 'read only',

  async run({ actor, tx, now, path, query }) {
    const plan = await findPlan(tx, actor, path.planId);
    return { status: 200, body: await listEvents(tx, { planId: plan.id }, query, now) };
  },
});
