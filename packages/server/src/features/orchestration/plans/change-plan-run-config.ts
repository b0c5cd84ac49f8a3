import { endpoint } from '../../../core/http/endpoint.ts';
import { keptTimesOf, setTrigger, showTrigger } from '../triggers/index.ts';
import { lockPlan } from './access.ts';
import { toPlanRunConfigJson } from './run-config-json.ts';
import { savePlanRunConfig } from './run-config-queries.ts';

/**
 * Sets the run configuration of a plan.
 * @rule plans.run-config.right
 */
export const changePlanRunConfig = endpoint('PUT /orchestration/executables/plans/{planId}/run-config', {
  allow: 'SVC_OPERATOR',

  async run(call) {
    const { actor, tx, path, body } = call;
    const plan = await lockPlan(tx, actor, path.planId, 'EXECUTE');
    const owner = { planId: plan.id };

    await setTrigger(call, owner, plan.environment_id, body.trigger);
    const config = await savePlanRunConfig(tx, plan.id, {
      parallelExecutionAllowed: body.parallelExecutionAllowed ?? false,
      kept: { ...(body.runtime && { runtime: body.runtime }), trigger: keptTimesOf(body.trigger) },
    });
    return { status: 200, body: toPlanRunConfigJson(config, await showTrigger(call, owner)) };
  },
});
