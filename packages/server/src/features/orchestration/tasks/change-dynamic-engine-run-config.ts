import { endpoint } from '../../../core/http/endpoint.ts';
import { setTrigger, showTrigger } from '../triggers/index.ts';
import { requireContext } from '../artifacts/index.ts';
import { lockTask } from './access.ts';
import { keptUnlessSent } from './kept-values.ts';
import { retryOf } from './rules.ts';
import { toDynamicEngineRunConfigJson, UNSET_RUN_CONFIG } from './run-config-json.ts';
import { saveDynamicEngineRunConfig, selectDynamicEngineRunConfig } from './run-config-queries.ts';
import { holdEnvironmentProfile } from './runtime-queries.ts';

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
    const contextName = requireContext(task.contexts, body.contextName);
    const stored = (await selectDynamicEngineRunConfig(tx, task.id)) ?? UNSET_RUN_CONFIG;

    const runProfileId = await holdEnvironmentProfile(tx, task.environment_id, body.runProfileId);

    await setTrigger(call, owner, task.environment_id, body.trigger);
    const config = await saveDynamicEngineRunConfig(tx, task.id, {
      parallelExecutionAllowed: body.parallelExecutionAllowed ?? false,
      logLevel: body.logLevel ?? 'WARN',
      timeoutMinutes: body.timeout ?? null,
      retry: keptUnlessSent(body.retry, retryOf(body), stored.retry),
      contextName: keptUnlessSent(body.contextName, contextName, stored.context_name),
      runProfileId,
      lineage: body.lineage ?? false,
    });
    return { status: 200, body: toDynamicEngineRunConfigJson(config, await showTrigger(call, owner)) };
  },
});
