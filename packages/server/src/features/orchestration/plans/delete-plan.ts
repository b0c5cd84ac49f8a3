import { endpoint } from '../../../core/endpoint.ts';
import { lockPlan } from './access.ts';
import { removePlan, selectUses } from './queries.ts';
import { isNotUsed } from './rules.ts';

/** Deletes a plan that no error handler names. */
export const deletePlan = endpoint('DELETE /orchestration/executables/plans/{planId}', {
  allow: 'SVC_OPERATOR',

  async run({ actor, tx, path }) {
    const plan = await lockPlan(tx, actor, path.planId, 'AUTHOR');

    isNotUsed(await selectUses(tx, actor, plan.id));

    await removePlan(tx, plan.id);
    return { status: 204 };
  },
});
