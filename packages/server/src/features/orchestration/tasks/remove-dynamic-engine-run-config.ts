import { endpoint } from '../../../core/endpoint.ts';
import { lockTask } from './access.ts';
import { endDynamicEngineTrigger } from './run-config-queries.ts';

/** Ends the trigger of a task on a dynamic engine: afterwards it runs by hand only. */
export const removeDynamicEngineRunConfig = endpoint('DELETE /orchestration/executables/tasks/{taskId}/de-run-config', {
  allow: 'SVC_OPERATOR',

  async run({ actor, tx, path }) {
    const task = await lockTask(tx, actor, path.taskId, 'EXECUTE');

    await endDynamicEngineTrigger(tx, task.id);
    return { status: 204 };
  },
});
