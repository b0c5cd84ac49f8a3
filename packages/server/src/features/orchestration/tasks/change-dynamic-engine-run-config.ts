import { endpoint } from '../../../core/endpoint.ts';
import { lockTask } from './access.ts';
import { isManual } from './rules.ts';
import { toDynamicEngineRunConfigJson } from './run-config-json.ts';
import { saveDynamicEngineRunConfig } from './run-config-queries.ts';
import { holdEnvironmentProfile } from './runtime-queries.ts';

/**
 * Sets how a task runs on a dynamic engine.
 * @rule tasks.de-run-config.right
 */
export const changeDynamicEngineRunConfig = endpoint('PUT /orchestration/executables/tasks/{taskId}/de-run-config', {
  allow: 'SVC_OPERATOR',

  async run({ actor, tx, path, body }) {
    const task = await lockTask(tx, actor, path.taskId, 'EXECUTE');

    isManual(body);
    const runProfileId = await holdEnvironmentProfile(tx, task.environment_id, body.runProfileId);

    const config = await saveDynamicEngineRunConfig(tx, task.id, {
      parallelExecutionAllowed: body.parallelExecutionAllowed ?? false,
      logLevel: body.logLevel ?? 'WARN',
      timeoutMinutes: body.timeout ?? null,
      runProfileId,
      lineage: body.lineage ?? false,
    });
    return { status: 200, body: toDynamicEngineRunConfigJson(config) };
  },
});
