import { endpoint } from '../../../core/endpoint.ts';
import { lockTask } from './access.ts';
import { endTrigger } from './run-config-queries.ts';

/** Ends the trigger of a task: afterwards it runs by hand only. */
export const removeTaskRunConfig = endpoint('DELETE /orchestration/executables/tasks/{taskId}/run-config', {
  allow: 'SVC_OPERATOR',

  async run({ actor, tx, path }) {
    const task = await lockTask(tx, actor, path.taskId, 'EXECUTE');

    await endTrigger(tx, task.id);
    return { status: 204 };
  },
});
