import { endpoint } from '../../../core/http/endpoint.ts';
import { found } from '../../../core/base/problem.ts';
import { showTrigger } from '../triggers/index.ts';
import { findPlan } from './access.ts';
import { toPlanRunConfigJson } from './run-config-json.ts';
import { selectPlanRunConfig } from './run-config-queries.ts';

/**
 * Reads the run configuration of a plan.
 * @rule plans.run-config.missing
 */
export const getPlanRunConfig = endpoint('GET /orchestration/executables/plans/{planId}/run-config', {
  allow: 'signed-in',
  transaction: 'read only',

  async run(call) {
    const { actor, tx, path } = call;
    const plan = await findPlan(tx, actor, path.planId);
    const config = found(await selectPlanRunConfig(tx, plan.id), 'Run configuration of plan', plan.id);
    return { status: 200, body: toPlanRunConfigJson(config, await showTrigger(call, { planId: plan.id })) };
  },
});
