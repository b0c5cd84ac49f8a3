import { ApiError, type Client } from '@millrace/contract/client';

/** Reads the names of tasks. A task that is deleted or not visible is shown by its id. */
export async function nameTasks(client: Client, taskIds: readonly string[]): Promise<(taskId: string) => string> {
  const names = new Map<string, string>();
  for (const taskId of new Set(taskIds)) {
    try {
      const { body: task } = await client.call('GET /orchestration/executables/tasks/{taskId}', { path: { taskId } });
      names.set(taskId, task.name);
    } catch (error) {
      if (!(error instanceof ApiError) || (error.status !== 404 && error.status !== 403)) throw error;
    }
  }
  return (taskId) => names.get(taskId) ?? taskId;
}
