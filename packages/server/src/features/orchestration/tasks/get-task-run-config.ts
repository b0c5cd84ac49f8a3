import { endpoint } from '../../../core/http/endpoint.ts';
import { showTrigger } from '../triggers/index.ts';
import { findTask } from './access.ts';
import { toRunConfigJson, UNSET_RUN_CONFIG } from './run-config-json.ts';
import { selectTaskRunConfig } from './run-config-queries.ts';

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
