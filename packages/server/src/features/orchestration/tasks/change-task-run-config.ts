import { endpoint } from '../../../core/endpoint.ts';
import { invalid } from '../../../core/problem.ts';
import { lockTask } from './access.ts';
import { engineOf, isManual, namesNoProfile } from './rules.ts';
import { toRunConfigJson } from './run-config-json.ts';
import { holdEngine, saveRunConfig } from './run-config-queries.ts';

/**
 * Sets how a task runs.
 * @rule tasks.run-config.engine
 */
export const changeTaskRunConfig = endpoint('PUT /orchestration/executables/tasks/{taskId}/run-config', {
  allow: 'SVC_OPERATOR',

  async run({ actor, tx, path, body }) {
    const task = await lockTask(tx, actor, path.taskId, 'EXECUTE');

    isManual(body);
    namesNoProfile(body.runtime.runProfileId);
    const engineId = engineOf(body);
    if (engineId !== null && !(await holdEngine(tx, task.environment_id, engineId))) {
      throw invalid('engine_unknown', `The environment of the task has no engine '${engineId}'.`);
    }

    const config = await saveRunConfig(tx, task.id, {
      runtimeType: body.runtime.type,
      engineId,
      parallelExecutionAllowed: body.parallelExecutionAllowed ?? false,
      logLevel: body.logLevel ?? 'WARN',
      timeoutMinutes: body.timeout ?? null,
    });
    return { status: 200, body: toRunConfigJson(config) };
  },
});
