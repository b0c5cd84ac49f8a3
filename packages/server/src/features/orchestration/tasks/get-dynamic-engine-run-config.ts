import { endpoint } from '../../../core/http/endpoint.ts';
import { found } from '../../../core/base/problem.ts';
import { showTrigger } from '../triggers/index.ts';
import { findTask } from './access.ts';
import { toDynamicEngineRunConfigJson } from './run-config-json.ts';
import { selectDynamicEngineRunConfig } from './run-config-queries.ts';

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
    const config = found(await selectDynamicEngineRunConfig(tx, task.id), 'Run configuration of task', task.id);
    return { status: 200, body: toDynamicEngineRunConfigJson(config, await showTrigger(call, { taskId: task.id })) };
  },
});
