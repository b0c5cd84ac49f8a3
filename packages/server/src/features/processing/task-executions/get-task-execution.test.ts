import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { standInEngine } from '../../../../test/support/engine.ts';
import { requiresOneOf, assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'GET /processing/executions/{executionId}';
const server = await startTestServer();
const { call, make } = server;

const start = async (executable: string): Promise<string> =>
  (await call('POST /processing/executions', { body: { executable } })).body.executionId;
const read = async (executionId: string) => (await call(ROUTE, { path: { executionId } })).body;
const text = (milliseconds: number): string => new Date(milliseconds).toISOString();

test('task-executions.get.right', async () => {
  const task = await make.task();
  const executionId = await start(task.id);
  await requiresOneOf(server, { workspace: task.workspace, right: 'VIEW' }, (token) => call(ROUTE, { token, path: { executionId } }), 200);
});

test('task-executions.get.times', async () => {
  const task = await make.task();
  const engine = await standInEngine(server, task.environment);
  const id = await start(task.id);
  const times = async () => {
    const { triggerTimestamp, startTimestamp, finishTimestamp } = await read(id);
    assert.match(triggerTimestamp, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    return [startTimestamp, finishTimestamp];
  };
  const { triggerTimestamp } = await read(id);
  assert.deepEqual(await times(), [triggerTimestamp, null], 'it has not begun');
  const lease = await engine.claimOne();
  assert.deepEqual(await times(), [triggerTimestamp, null]);
  const at = Date.parse(triggerTimestamp) + 1000;
  await engine.start(lease, at);
  assert.deepEqual(await times(), [text(at), null]);
  await engine.finish(lease, { finishedAt: at + 1000 });
  assert.deepEqual(await times(), [text(at), text(at + 1000)]);
});

test('a finished execution shows everything that its engine reported', async () => {
  const task = await make.task();
  const engine = await standInEngine(server, task.environment);
  const id = await start(task.id);
  const at = Date.parse((await read(id)).triggerTimestamp) + 1000;
  await engine.finish(await engine.claimOne(), {
    outcome: 'EXECUTION_REJECTED',
    startedAt: at,
    finishedAt: at + 1000,
    processedRows: 12_345_678_901,
    rejectedRows: 2,
    errorType: 'ROWS_REJECTED',
    errorMessage: '2 rows were rejected',
  });
  const { triggerTimestamp: _, remoteEngineId, userId: __, ...rest } = await read(id);
  const runtime = await call('GET /processing/runtimes/remote-engines/{id}', { path: { id: engine.id } });
  assert.equal(remoteEngineId, runtime.body.runtimeId);
  assert.deepEqual(rest, {
    executionId: id,
    executionType: 'MANUAL',
    apiVersion: '2021-03',
    status: 'execution_rejected',
    executionStatus: 'EXECUTION_REJECTED',
    startTimestamp: text(at),
    finishTimestamp: text(at + 1000),
    userType: 'HUMAN',
    errorMessage: '2 rows were rejected',
    jobId: task.id,
    jobVersion: '0.1',
    environmentVersion: '1.3',
    executionDestination: 'CLOUD',
    numberOfProcessedRows: 12_345_678_901,
    numberOfRejectedRows: 2,
    accountId: await make.tenant(),
    workspaceId: task.workspace,
    errorType: 'ROWS_REJECTED',
  });
});

test('an unknown execution is not found, and a malformed id is refused', async () => {
  assertRefused(await call(ROUTE, { path: { executionId: newId() } }), 404, 'not_found');
  assertRefused(await call(ROUTE, { path: { executionId: '42' } }), 400, 'malformed_request');
});
