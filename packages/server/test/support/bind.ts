/** Schedules in action. */
import assert from 'node:assert/strict';
import type { MadeTask } from './make.ts';
import type { TestServer } from './server.ts';

/** A schedule that is bound to a task. */
export async function boundSchedule(
  { call, make }: Pick<TestServer, 'call' | 'make'>,
  task: MadeTask,
  options: { description?: string; triggers?: readonly { name: string }[] } = {},
): Promise<{ id: string }> {
  const { id } = await make.schedule({ environment: task.environment, ...options });
  const { status, body } = await call('PUT /orchestration/executables/tasks/{taskId}/schedule', {
    path: { taskId: task.id },
    body: { scheduleId: id },
  });
  assert.deepEqual({ status, body }, { status: 200, body: undefined });
  return { id };
}
