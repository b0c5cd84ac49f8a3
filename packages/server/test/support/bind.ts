/** Schedules in action. */
import assert from 'node:assert/strict';
import type { MadeTask } from './make.ts';
import type { Sent, TestServer } from './server.ts';

type Options = { description?: string; triggers?: readonly { name: string }[] };

/** Makes a schedule and binds it to a task. */
export const boundSchedule = (server: TestServer, task: MadeTask, options: Options = {}): Promise<{ id: string }> =>
  bind(
    server,
    'PUT /orchestration/executables/tasks/{taskId}/schedule',
    { taskId: task.id },
    { environment: task.environment, ...options },
  );

/** Makes a schedule in an environment and binds it to a plan there. */
export const boundToPlan = (server: TestServer, planId: string, options: Options & { environment: string }): Promise<{ id: string }> =>
  bind(server, 'PUT /orchestration/executables/plans/{planId}/schedule', { planId }, options);

async function bind(
  { call, make }: TestServer,
  route: string,
  path: NonNullable<Sent['path']>,
  options: Options & { environment: string },
): Promise<{ id: string }> {
  const { id } = await make.schedule(options);
  const { status, body } = await call(route, { path, body: { scheduleId: id } });
  assert.deepEqual({ status, body }, { status: 200, body: undefined });
  return { id };
}
