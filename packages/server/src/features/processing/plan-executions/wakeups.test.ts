import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { chunkOf } from '../../../../test/support/engine.ts';
import { expireLease } from '../../../../test/support/leases.ts';
import { createStage } from '../../../../test/support/plan-runs.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { STEPS } from '../task-executions/index.ts';

const server = await startTestServer();
const { call, platform } = server;

/** Returns whether `work` wakes the timer that advances plans. */
async function wakesAdvance(work: () => Promise<unknown>): Promise<boolean> {
  let isWoken = false;
  const unsubscribe = platform.wakeups.listen(STEPS, () => (isWoken = true));
  await work();
  unsubscribe();
  return isWoken;
}

/** Waits until `isMet` returns true. */
async function until(isMet: () => Promise<boolean>): Promise<void> {
  const timeout = AbortSignal.timeout(30_000);
  while (!(await isMet())) {
    assert.equal(timeout.aborted, false, 'the condition was not met in time');
    await wait(50);
  }
}

test('the end of a task of a plan wakes the timer that advances plans, the end of another task does not', async () => {
  const stage = await createStage(server);
  const tasks = await stage.tasks(2);
  const [standalone = ''] = await stage.tasks(1);
  await stage.start(await stage.plan([{ tasks }]));
  const [first, second] = await stage.claimAll();
  assert.ok(first && second);
  assert.equal(await wakesAdvance(() => stage.engine.start(first)), false);
  assert.equal(await wakesAdvance(() => stage.engine.finish(first)), true);
  assert.equal(
    await wakesAdvance(() =>
      stage.engine.report({
        logs: [{ ...lease(second), firstIndex: 0, chunk: chunkOf([{ at: 1, severity: 'INFO', type: 'STDOUT', message: 'x' }]) }],
        finishes: [finishOf(second)],
      }),
    ),
    true,
  );

  const run = async () => (await call('POST /processing/executions', { body: { executable: standalone } })).body.executionId as string;
  await run();
  const [other] = await stage.claimAll();
  assert.ok(other);
  assert.equal(await wakesAdvance(() => stage.engine.finish(other)), false);
  const waiting = await run();
  const end = (executionId: string) => call('DELETE /processing/executions/{executionId}', { path: { executionId } });
  assert.equal(await wakesAdvance(() => end(waiting)), false);
});

const lease = ({ executionId, fence }: { executionId: string; fence: number }) => ({ executionId, fence });
const finishOf = (claimed: { executionId: string; fence: number }) => ({
  ...lease(claimed),
  outcome: 'EXECUTION_SUCCESS' as const,
  finishedAt: 1,
});

test('plans advance after an end on request and after the loss of an engine', async () => {
  const stage = await createStage(server);
  const [lost = '', ended = '', last = ''] = await stage.tasks(3);
  const condition = 'ALWAYS_PROCEED_ON';
  const id = await stage.start(await stage.plan([{ tasks: [lost], condition }, { tasks: [ended], condition }, { tasks: [last] }]));
  const [held, ...more] = await stage.claimAll();
  assert.ok(held && more.length === 0);
  await expireLease(server, held.executionId);
  await until(async () => (await stage.statuses(id)).length === 2);
  const { items } = (await call('GET /processing/executables/tasks/{taskId}/executions', { path: { taskId: ended } })).body;
  const { executionId } = items[0];
  assert.equal(await wakesAdvance(() => call('DELETE /processing/executions/{executionId}', { path: { executionId } })), true);
  await until(async () => (await stage.statuses(id)).length === 3);
  const [claimed] = await stage.claimAll();
  assert.ok(claimed);
  await stage.engine.finish(claimed);
  await until(async () => (await stage.status(id)) === 'EXECUTION_SUCCESS');
});
