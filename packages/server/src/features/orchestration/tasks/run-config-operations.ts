import { requireFound, notFound } from '../../../core/base/problem.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { findScheduleOf, toScheduleJson } from '../schedules/index.ts';
import { endTrigger, pageOfOwnFires, replaceTriggerWithSchedule, setTrigger, showTrigger, unbindScheduleOf } from '../triggers/index.ts';
import { findTask, lockTask } from './rows.ts';
import {
  extensionsAfter,
  saveDynamicEngineRunConfig,
  saveTaskRunConfig,
  selectDynamicEngineRunConfig,
  selectTaskRunConfig,
  toDynamicEngineRunConfigJson,
  toRunConfigJson,
  UNSET_RUN_CONFIG,
} from './run-configs.ts';
import { holdEnvironmentProfile, holdTaskProfile, holdTaskRuntime, runtimeOf } from './runtimes.ts';

/**
 * Reads the run configuration of a task. A task without one has the values that lists show, so that a client can read, change and write them.
 * @rule tasks.run-config.missing
 */
export const getTaskRunConfig = endpoint('GET /orchestration/executables/tasks/{taskId}/run-config', {
  allow: 'signed-in',
  transaction: 'read only',

  async run(call) {
    const { actor, tx, path } = call;
    const task = await findTask(tx, actor, path.taskId);
    const config = (await selectTaskRunConfig(tx, task.id)) ?? UNSET_RUN_CONFIG;
    return { status: 200, body: toRunConfigJson(config, await showTrigger(call, { taskId: task.id })) };
  },
});

/**
 * Sets the run configuration of a task.
 * @rule tasks.run-config.trigger
 * @rule tasks.run-config.manual
 */
export const changeTaskRunConfig = endpoint('PUT /orchestration/executables/tasks/{taskId}/run-config', {
  allow: 'SVC_OPERATOR',

  async run(call) {
    const { actor, tx, path, body } = call;
    const task = await lockTask(tx, actor, path.taskId, 'EXECUTE');
    const owner = { taskId: task.id };
    const stored = (await selectTaskRunConfig(tx, task.id)) ?? UNSET_RUN_CONFIG;
    const extensions = extensionsAfter(task.contexts, body, stored);

    const runtime = runtimeOf(body);
    await holdTaskRuntime(tx, task, runtime);
    const runProfileId = await holdTaskProfile(tx, runtime, body.runtime.runProfileId);

    await setTrigger(call, owner, task.environment_id, body.trigger);
    const config = await saveTaskRunConfig(tx, task.id, body, { ...runtime, ...extensions, runProfileId });
    return { status: 200, body: toRunConfigJson(config, await showTrigger(call, owner)) };
  },
});

/**
 * Removes the trigger of a task and unbinds its schedule. Afterwards the task starts only on request.
 * @rule tasks.run-config.stop
 */
export const removeTaskRunConfig = endpoint('DELETE /orchestration/executables/tasks/{taskId}/run-config', {
  allow: 'SVC_OPERATOR',

  async run(call) {
    const { actor, tx, path } = call;
    const task = await lockTask(tx, actor, path.taskId, 'EXECUTE');

    await endTrigger(call, { taskId: task.id });
    return { status: 204 };
  },
});

/**
 * Reads the run configuration of a task for dynamic engines.
 * @rule tasks.de-run-config.missing
 */
export const getDynamicEngineRunConfig = endpoint('GET /orchestration/executables/tasks/{taskId}/de-run-config', {
  allow: 'signed-in',
  transaction: 'read only',

  async run(call) {
    const { actor, tx, path } = call;
    const task = await findTask(tx, actor, path.taskId);
    const config = requireFound(await selectDynamicEngineRunConfig(tx, task.id), 'Run configuration of task', task.id);
    return { status: 200, body: toDynamicEngineRunConfigJson(config, await showTrigger(call, { taskId: task.id })) };
  },
});

/**
 * Sets the run configuration of a task for dynamic engines.
 * @rule tasks.de-run-config.right
 * @rule tasks.run-config.trigger
 */
export const changeDynamicEngineRunConfig = endpoint('PUT /orchestration/executables/tasks/{taskId}/de-run-config', {
  allow: 'SVC_OPERATOR',

  async run(call) {
    const { actor, tx, path, body } = call;
    const task = await lockTask(tx, actor, path.taskId, 'EXECUTE');
    const owner = { taskId: task.id };
    const stored = (await selectDynamicEngineRunConfig(tx, task.id)) ?? UNSET_RUN_CONFIG;
    const extensions = extensionsAfter(task.contexts, body, stored);

    const runProfileId = await holdEnvironmentProfile(tx, task.environment_id, body.runProfileId);

    await setTrigger(call, owner, task.environment_id, body.trigger);
    const config = await saveDynamicEngineRunConfig(tx, task.id, body, { ...extensions, runProfileId });
    return { status: 200, body: toDynamicEngineRunConfigJson(config, await showTrigger(call, owner)) };
  },
});

/**
 * Removes the trigger of a task and unbinds its schedule. Afterwards the task starts only on request.
 * @rule tasks.de-run-config.stop
 */
export const removeDynamicEngineRunConfig = endpoint('DELETE /orchestration/executables/tasks/{taskId}/de-run-config', {
  allow: 'SVC_OPERATOR',

  async run(call) {
    const { actor, tx, path } = call;
    const task = await lockTask(tx, actor, path.taskId, 'EXECUTE');

    await endTrigger(call, { taskId: task.id });
    return { status: 204 };
  },
});

/** Lists the times at which the triggers of a task fire. */
export const listTaskEvents = endpoint('GET /orchestration/executables/tasks/{taskId}/run-config/events', {
  allow: 'signed-in',
  transaction: 'read only',

  async run({ actor, tx, now, path, query }) {
    const task = await findTask(tx, actor, path.taskId);
    return { status: 200, body: await pageOfOwnFires(tx, { taskId: task.id }, query, now) };
  },
});

/**
 * Reads the schedule of a task.
 * @rule tasks.schedule.missing
 */
export const getTaskSchedule = endpoint('GET /orchestration/executables/tasks/{taskId}/schedule', {
  allow: 'signed-in',
  transaction: 'read only',

  async run({ actor, tx, path }) {
    const task = await findTask(tx, actor, path.taskId);
    const schedule = requireFound(await findScheduleOf(tx, actor, { taskId: task.id }), 'Schedule of task', task.id);
    return { status: 200, body: toScheduleJson(schedule) };
  },
});

/**
 * Binds a schedule to a task.
 * @rule tasks.schedule.right
 * @rule tasks.schedule.environment
 */
export const bindTaskSchedule = endpoint('PUT /orchestration/executables/tasks/{taskId}/schedule', {
  allow: 'SVC_OPERATOR',

  async run(call) {
    const { actor, tx, path, body } = call;
    const task = await lockTask(tx, actor, path.taskId, 'EXECUTE');

    await replaceTriggerWithSchedule(call, { taskId: task.id }, task.environment_id, body.scheduleId);
    return { status: 200 };
  },
});

/**
 * Unbinds the schedule of a task, which becomes an orphan.
 * @rule tasks.schedule.right
 * @rule tasks.schedule.unbind
 */
export const unbindTaskSchedule = endpoint('DELETE /orchestration/executables/tasks/{taskId}/schedule', {
  allow: 'SVC_OPERATOR',

  async run(call) {
    const { actor, tx, path } = call;
    const task = await lockTask(tx, actor, path.taskId, 'EXECUTE');

    if (!(await unbindScheduleOf(call, { taskId: task.id }))) throw notFound('Schedule of task', task.id);
    return { status: 204 };
  },
});
