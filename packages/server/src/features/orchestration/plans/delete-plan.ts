import { endpoint } from '../../../core/http/endpoint.ts';
import { countRunsOfPlan } from '../../processing/plan-executions/index.ts';
import { ownerDeleting } from '../triggers/index.ts';
import { lockPlan } from './access.ts';
import { removePlan, selectPlanUses } from './queries.ts';
import { requirePlanNotRunning, requirePlanUnused } from './rules.ts';

/**
 * Deletes a plan that no error handler names and that does not run; its executions stay readable.
 * @rule webhook-triggers.group.deleted
 */
export const deletePlan = endpoint('DELETE /orchestration/executables/plans/{planId}', {
  allow: 'SVC_OPERATOR',

  async run({ actor, tx, publish, path }) {
    const plan = await lockPlan(tx, actor, path.planId, 'AUTHOR');

    requirePlanUnused(await selectPlanUses(tx, actor, plan.id));
    await publish(tx, ownerDeleting, { planId: plan.id });
    requirePlanNotRunning(await countRunsOfPlan(tx, plan.id));

    await removePlan(tx, actor, plan.id);
    return { status: 204 };
  },
});
