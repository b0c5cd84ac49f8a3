import { endpoint } from '../../../core/http/endpoint.ts';
import { findTask } from './access.ts';
import { toTaskJson } from './json.ts';

/** Reads a task. */
export const getTask = endpoint('GET /orchestration/executables/tasks/{taskId}', {
  allow: 'signed-in',

  async run({ actor, tx, path }) {
    return { status: 200, body: toTaskJson(await findTask(tx, actor, path.taskId)) };
  },
});
