import { endpoint } from '../../../core/http/endpoint.ts';
import { countRunsOfTask } from '../../processing/plan-executions/index.ts';
import { requestEnd, selectUnfinished, stopsIn } from '../../processing/task-executions/index.ts';
import { ownerDeleting } from '../triggers/index.ts';
import { lockTask } from './access.ts';
import { removeTask, selectPlansOfTask } from './queries.ts';
import { requireNoPlan, requireNoPlanExecution, requireTaskNotRunning } from './rules.ts';

/**
 * Deletes a task. With `terminateExecutions` its unfinished executions are terminated first.
 * @rule tasks.delete.terminate
 * @rule webhook-triggers.group.deleted
 */
export const deleteTask = endpoint('DELETE /orchestration/executables/tasks/{taskId}', {
  allow: 'SVC_OPERATOR',

  async run({ actor, tx, publish, path, query }) {
    const task = await lockTask(tx, actor, path.taskId, 'AUTHOR');
    await publish(tx, ownerDeleting, { taskId: task.id });
    const unfinished = (await selectUnfinished(tx, task.id)).map(({ id }) => id);

    if (!query.terminateExecutions) requireTaskNotRunning(unfinished.length);
    requireNoPlan(await selectPlansOfTask(tx, actor, task.id));
    requireNoPlanExecution(await countRunsOfTask(tx, task.id));

    await requestEnd(tx, unfinished);
    await removeTask(tx, actor, task.id);
    return { status: 204, wake: [task.environment_id, stopsIn(task.environment_id)] };
  },
});
