import { endpoint } from '../../../core/endpoint.ts';
import { lockTask } from './access.ts';
import { isManual, runtimeOf } from './rules.ts';
import { toRunConfigJson } from './run-config-json.ts';
import { saveRunConfig } from './run-config-queries.ts';
import { holdProfile, holdRuntime } from './runtime-queries.ts';

/** Sets how a task runs. */
export const changeTaskRunConfig = endpoint('PUT /orchestration/executables/tasks/{taskId}/run-config', {
  allow: 'SVC_OPERATOR',

  async run({ actor, tx, path, body }) {
    const task = await lockTask(tx, actor, path.taskId, 'EXECUTE');

    isManual(body);
    const runtime = runtimeOf(body);
    await holdRuntime(tx, task.environment_id, runtime);
    const runProfileId = await holdProfile(tx, runtime, body.runtime.runProfileId);

    const config = await saveRunConfig(tx, task.id, {
      runtimeType: body.runtime.type,
      engineId: runtime.engine,
      clusterId: runtime.cluster,
      runProfileId,
      parallelExecutionAllowed: body.parallelExecutionAllowed ?? false,
      logLevel: body.logLevel ?? 'WARN',
      timeoutMinutes: body.timeout ?? null,
    });
    return { status: 200, body: toRunConfigJson(config) };
  },
});
