import { endpoint } from '../../../core/endpoint.ts';
import { invalid } from '../../../core/problem.ts';
import { setTrigger, showTrigger } from '../triggers/index.ts';
import { lockTask } from './access.ts';
import { engineOf, namesNoProfile } from './rules.ts';
import { toRunConfigJson } from './run-config-json.ts';
import { holdEngine, saveRunConfig } from './run-config-queries.ts';

/**
 * Sets how a task runs.
 * @rule tasks.run-config.engine
 * @rule tasks.run-config.trigger
 * @rule tasks.run-config.manual
 */
export const changeTaskRunConfig = endpoint('PUT /orchestration/executables/tasks/{taskId}/run-config', {
  allow: 'SVC_OPERATOR',

  async run(call) {
    const { actor, tx, path, body } = call;
    const task = await lockTask(tx, actor, path.taskId, 'EXECUTE');
    const owner = { taskId: task.id };

    namesNoProfile(body.runtime.runProfileId);
    const engineId = engineOf(body);
    if (engineId !== null && !(await holdEngine(tx, task.environment_id, engineId))) {
      throw invalid('engine_unknown', `The environment of the task has no engine '${engineId}'.`);
    }

    await setTrigger(call, owner, task.environment_id, body.trigger);
    const config = await saveRunConfig(tx, task.id, {
      runtimeType: body.runtime.type,
      engineId,
      parallelExecutionAllowed: body.parallelExecutionAllowed ?? false,
      logLevel: body.logLevel ?? 'WARN',
      timeoutMinutes: body.timeout ?? null,
    });
    return { status: 200, body: toRunConfigJson(config, await showTrigger(call, owner)) };
  },
});
