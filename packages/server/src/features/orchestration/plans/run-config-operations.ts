import { requireFound, notFound } from '../../../core/base/problem.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { findScheduleOf, toScheduleJson } from '../schedules/index.ts';
import { endTrigger, pageOfOwnFires, replaceTriggerWithSchedule, setTrigger, showTrigger, unbindScheduleOf } from '../triggers/index.ts';
import { findPlan, lockPlan, savePlanRunConfig, selectPlanRunConfig, toPlanRunConfigJson } from './rows.ts';

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
    const config = requireFound(await selectPlanRunConfig(tx, plan.id), 'Run configuration of plan', plan.id);
    return { status: 200, body: toPlanRunConfigJson(config, await showTrigger(call, { planId: plan.id })) };
  },
});

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
    const config = await savePlanRunConfig(tx, plan.id, body);
    return { status: 200, body: toPlanRunConfigJson(config, await showTrigger(call, owner)) };
  },
});

/**
 * Removes the trigger of a plan and unbinds its schedule. Afterwards the plan starts only on request.
 * @rule plans.run-config.right
 * @rule plans.run-config.stop
 */
export const removePlanRunConfig = endpoint('DELETE /orchestration/executables/plans/{planId}/run-config', {
  allow: 'SVC_OPERATOR',

  async run(call) {
    const { actor, tx, path } = call;
    const plan = await lockPlan(tx, actor, path.planId, 'EXECUTE');

    await endTrigger(call, { planId: plan.id });
    return { status: 204 };
  },
});

/** Lists the times at which the triggers of a plan fire. */
export const listPlanEvents = endpoint('GET /orchestration/executables/plans/{planId}/run-config/events', {
  allow: 'signed-in',
  transaction: 'read only',

  async run({ actor, tx, now, path, query }) {
    const plan = await findPlan(tx, actor, path.planId);
    return { status: 200, body: await pageOfOwnFires(tx, { planId: plan.id }, query, now) };
  },
});

/**
 * Reads the schedule of a plan.
 * @rule plans.schedule.missing
 */
export const getPlanSchedule = endpoint('GET /orchestration/executables/plans/{planId}/schedule', {
  allow: 'signed-in',
  transaction: 'read only',

  async run({ actor, tx, path }) {
    const plan = await findPlan(tx, actor, path.planId);
    const schedule = requireFound(await findScheduleOf(tx, actor, { planId: plan.id }), 'Schedule of plan', plan.id);
    return { status: 200, body: toScheduleJson(schedule) };
  },
});

/**
 * Binds a schedule to a plan.
 * @rule plans.schedule.right
 * @rule plans.schedule.environment
 */
export const bindPlanSchedule = endpoint('PUT /orchestration/executables/plans/{planId}/schedule', {
  allow: 'SVC_OPERATOR',

  async run(call) {
    const { actor, tx, path, body } = call;
    const plan = await lockPlan(tx, actor, path.planId, 'EXECUTE');

    await replaceTriggerWithSchedule(call, { planId: plan.id }, plan.environment_id, body.scheduleId);
    return { status: 200 };
  },
});

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

    if (!(await unbindScheduleOf(call, { planId: plan.id }))) throw notFound('Schedule of plan', plan.id);
    return { status: 204 };
  },
});
