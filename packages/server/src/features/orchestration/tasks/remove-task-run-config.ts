import { endpoint } from '../../../core/http/endpoint.ts';
import { endTrigger } from '../triggers/index.ts';
import { lockTask } from './access.ts';

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
