import { endpoint } from '../../../core/http/endpoint.ts';
import { keptTimesOf, setTrigger, showTrigger } from '../triggers/index.ts';
import { requireContext } from '../artifacts/index.ts';
import { lockTask } from './access.ts';
import { keptUnlessSent } from './kept-values.ts';
import { keptFieldsOf, retryOf, runtimeOf } from './rules.ts';
import { toRunConfigJson, UNSET_RUN_CONFIG } from './run-config-json.ts';
import { saveTaskRunConfig, selectTaskRunConfig } from './run-config-queries.ts';
import { holdTaskProfile, holdTaskRuntime } from './runtime-queries.ts';

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
    const contextName = requireContext(task.contexts, body.contextName);
    const stored = (await selectTaskRunConfig(tx, task.id)) ?? UNSET_RUN_CONFIG;

    const runtime = runtimeOf(body);
    await holdTaskRuntime(tx, task, runtime);
    const runProfileId = await holdTaskProfile(tx, runtime, body.runtime.runProfileId);

    await setTrigger(call, owner, task.environment_id, body.trigger);
    const config = await saveTaskRunConfig(tx, task.id, {
      runtimeType: body.runtime.type,
      engineId: runtime.engine,
      clusterId: runtime.cluster,
      runProfileId,
      parallelExecutionAllowed: body.parallelExecutionAllowed ?? false,
      logLevel: body.logLevel ?? 'WARN',
      timeoutMinutes: body.timeout ?? null,
      retry: keptUnlessSent(body.retry, retryOf(body), stored.retry),
      contextName: keptUnlessSent(body.contextName, contextName, stored.context_name),
      kept: { ...keptFieldsOf(body), trigger: keptTimesOf(body.trigger) },
    });
    return { status: 200, body: toRunConfigJson(config, await showTrigger(call, owner)) };
  },
});
