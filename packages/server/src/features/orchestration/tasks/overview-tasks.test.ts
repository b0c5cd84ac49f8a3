import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Schema } from '@millrace/contract';
import { newId } from '../../../core/base/id.ts';
import { boundSchedule } from '../../../../test/support/bind.ts';
import { standInEngine } from '../../../../test/support/engine.ts';
import { pastExecution } from '../../../../test/support/past-executions.ts';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'POST /orchestration/executables/tasks/overview';
const HOUR = 3_600_000;
const server = await startTestServer();
const { call, make } = server;

async function read(taskIds: readonly string[], token?: string): Promise<Schema<'TaskOverview'>[]> {
  const { status, body } = await call(ROUTE, { body: { taskIds: [...taskIds] }, ...(token !== undefined && { token }) });
  assert.equal(status, 200, JSON.stringify(body));
  return body.items;
}

test('shows what the task runs', async () => {
  const task = await make.task({ name: 'Load airports', tags: ['nightly', 'sales'] });
  const [overview] = await read([task.id]);
  const { body: whole } = await call('GET /orchestration/executables/tasks/{taskId}', { path: { taskId: task.id } });
  assert.deepEqual(overview, {
    taskId: task.id,
    version: whole.version,
    artifactName: whole.artifact.name,
    artifactVersion: whole.artifact.version,
    tags: ['nightly', 'sales'],
    lastRuns: [],
  });
});

test('tasks.overview.right', async () => {
  const [seen, hidden] = [await make.task({ name: 'b' }), await make.task({ name: 'a' })];
  const viewer = await make.user({ rights: { [seen.workspace]: ['VIEW'] } });
  const ids = [seen.id, hidden.id, newId()];
  assert.deepEqual(
    (await read(ids)).map(({ taskId }) => taskId),
    [hidden.id, seen.id],
  );
  assert.deepEqual(
    (await read(ids, viewer.token)).map(({ taskId }) => taskId),
    [seen.id],
  );
  const stranger = await make.user({ tenant: await make.otherTenant() });
  assert.deepEqual(await read(ids, stranger.token), []);
});

test('tasks.overview.limit', async () => {
  assertRefused(await call(ROUTE, { body: { taskIds: [] } }), 400, 'malformed_request');
  assertRefused(await call(ROUTE, { body: { taskIds: Array.from({ length: 101 }, () => newId()) } }), 400, 'malformed_request');
  assert.deepEqual(await read(Array.from({ length: 100 }, () => newId())), []);
});

test('tasks.overview.runs', async () => {
  const [task, other] = [await make.task(), await make.task()];
  const start = Date.now() - 20 * HOUR;
  const ids: string[] = [];
  for (let run = 0; run < 12; run += 1)
    ids.push(
      await pastExecution(server, task, {
        triggeredAt: new Date(start + run * HOUR),
        status: run === 11 ? 'EXECUTION_FAILED' : 'EXECUTION_SUCCESS',
      }),
    );
  await pastExecution(server, task, { triggeredAt: new Date(Date.now() - 61 * 24 * HOUR) });
  const single = await pastExecution(server, other, { triggeredAt: new Date(start) });
  const engine = await standInEngine(server, task.environment);
  const { body: started } = await call('POST /processing/executions', { body: { executable: task.id } });
  const claim = await engine.claimOne();
  await engine.start(claim, Date.now());

  const overviews = new Map((await read([task.id, other.id])).map((overview) => [overview.taskId, overview.lastRuns]));
  assert.deepEqual(
    overviews.get(task.id)?.map(({ executionId }) => executionId),
    [started.executionId, ...ids.toReversed().slice(0, 9)],
  );
  const [running, failed] = overviews.get(task.id) ?? [];
  assert.equal(running?.executionStatus, 'STARTING_FLOW_EXECUTION');
  assert.ok(running.startTimestamp !== undefined && running.finishTimestamp === undefined);
  assert.equal(failed?.executionStatus, 'EXECUTION_FAILED');
  assert.equal(failed.finishTimestamp, new Date(start + 11 * HOUR).toISOString());
  assert.deepEqual(
    overviews.get(other.id)?.map(({ executionId }) => executionId),
    [single],
  );
});

test('tasks.overview.next', async () => {
  const [unplanned, planned, scheduled] = [await make.task(), await make.task(), await make.task()];
  const daily = { type: 'DAILY', interval: 1, startDate: '2026-01-01', startTime: '06:30', timeZone: 'UTC' };
  const runtime = { type: 'CLOUD' };
  const path = { taskId: planned.id };
  const set = await call('PUT /orchestration/executables/tasks/{taskId}/run-config', { path, body: { trigger: daily, runtime } });
  assert.equal(set.status, 200, JSON.stringify(set.body));
  await boundSchedule(server, scheduled, { triggers: [{ ...daily, name: 'daily' }] });
  const next = async (): Promise<Map<string, string | undefined>> =>
    new Map((await read([unplanned.id, planned.id, scheduled.id])).map(({ taskId, nextStart }) => [taskId, nextStart]));
  const before = await next();
  assert.equal(before.get(unplanned.id), undefined);
  assert.match(before.get(planned.id) ?? '', /T06:30:00.000Z$/);
  assert.ok(Date.parse(before.get(scheduled.id) ?? '') > Date.now());
  await call('PUT /orchestration/executables/tasks/{taskId}/pause', { path, body: { pause: true } });
  assert.equal((await next()).get(planned.id), undefined);
});
