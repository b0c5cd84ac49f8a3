import type { Client } from '@millrace/contract/client';

import { readNames } from '../executables/read-names.ts';

/** Reads the names of tasks. A task that is deleted or not visible is shown by its id. */
export const nameTasks = (client: Client, taskIds: readonly string[]): Promise<(taskId: string) => string> =>
  readNames(
    taskIds,
    async (taskId) => (await client.call('GET /orchestration/executables/tasks/{taskId}', { path: { taskId } })).body.name,
  );
