import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { standInEngine, type Claimed, type StandInEngine } from '../../../../test/support/engine.ts';
import { requiresOneOf, assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'DELETE /processing/executions/{executionId}';
const server = await startTestServer();
const { call, make } = server;

const start = async (executable: string): Promise<string> =>
  (await call('POST /processing/executions', { body: { executable } })).body.executionId;
const end = async (executionId: string): Promise<number> => (await call(ROUTE, { path: { executionId } })).status;
const read = async (executionId: string) => (await call('GET /processing/executions/{executionId}', { path: { executionId } })).body;

/** An execution that an engine holds, started or only claimed. */
async function claimExecution(started: boolean): Promise<{ id: string; engine: StandInEngine; lease: Claimed }> {
  const task = await make.task();
  const engine = await standInEngine(server, task.environment);
  const id = await start(task.id);
  const lease = await engine.claimOne();
  if (started) await engine.start(lease);
  return { id, engine, lease };
}

test('task-executions.end.answer', async () => {
  for (const started of [true, false]) {
    const { id, engine, lease } = await claimExecution(started);
    assert.equal(await end(id), 204);
    assert.equal((await read(id)).executionStatus, 'STOPPING_FLOW_EXECUTION');
    assert.equal((await read(id)).finishTimestamp, null);
    assert.equal(await end(id), 204, 'a second request is accepted');
    assert.deepEqual((await engine.heartbeat([lease])).stop, [id]);
    assert.deepEqual((await engine.claim({ running: [lease], wait: 5000 })).stop, [id]);
    await engine.finish(lease, { outcome: 'EXECUTION_TERMINATED' });
    assert.equal((await read(id)).status, 'terminated');
    assert.deepEqual((await engine.claim({ running: [lease] })).stop, [], 'an ended execution is not named');
  }
});

test('a waiting claim gets the request to end an execution at once', async () => {
  const { id, engine, lease } = await claimExecution(true);
  const waiting = engine.claim({ wait: 30_000, running: [lease] });
  assert.equal(await end(id), 204);
  const { executions, stop } = await waiting;
  assert.deepEqual([executions, stop], [[], [id]]);
});

test('an execution that finishes while it is being stopped keeps its outcome', async () => {
  const { id, engine, lease } = await claimExecution(true);
  await end(id);
  assert.deepEqual(await engine.finish(lease, { outcome: 'EXECUTION_SUCCESS', processedRows: 3 }), []);
  const { status, numberOfProcessedRows } = await read(id);
  assert.deepEqual([status, numberOfProcessedRows], ['execution_successful', 3]);
});

test('a start that is reported after the request to end only sets the start time', async () => {
  const { id, engine, lease } = await claimExecution(false);
  await end(id);
  assert.deepEqual(await engine.start(lease), []);
  const { executionStatus, startTimestamp, triggerTimestamp } = await read(id);
  assert.equal(executionStatus, 'STOPPING_FLOW_EXECUTION');
  assert.notEqual(startTimestamp, triggerTimestamp);
  await engine.start(lease, 1);
  assert.equal((await read(id)).startTimestamp, startTimestamp, 'the first report of a start counts');
});

test('task-executions.end.waiting', async () => {
  const task = await make.task();
  const id = await start(task.id);
  assert.equal(await end(id), 204);
  const { status, executionStatus, startTimestamp, triggerTimestamp, finishTimestamp, errorMessage } = await read(id);
  assert.deepEqual([status, executionStatus, startTimestamp], ['terminated', 'EXECUTION_TERMINATED', triggerTimestamp]);
  assert.notEqual(finishTimestamp, null);
  assert.match(errorMessage, /before an engine claimed it/);
  const engine = await standInEngine(server, task.environment);
  assert.deepEqual((await engine.claim()).executions, [], 'no engine gets the execution');
});

test('task-executions.end.again', async () => {
  const outcomes = ['EXECUTION_SUCCESS', 'EXECUTION_FAILED', 'EXECUTION_TERMINATED'] as const;
  for (const outcome of outcomes) {
    const { id, engine, lease } = await claimExecution(true);
    await engine.finish(lease, { outcome, errorMessage: 'as it was' });
    const before = await read(id);
    assert.equal(await end(id), 204);
    assert.equal(await end(id), 204);
    assert.deepEqual(await read(id), before);
  }
});

test('task-executions.end.unknown', async () => {
  assertRefused(await call(ROUTE, { path: { executionId: newId() } }), 404, 'not_found');
  const task = await make.task();
  const id = await start(task.id);
  const { token } = await make.user({ permissions: ['SVC_OPERATOR'] });
  assertRefused(await call(ROUTE, { token, path: { executionId: id } }), 404, 'not_found');
  assert.equal((await read(id)).executionStatus, 'EXECUTION_EVENT_RECEIVED');
});

test('task-executions.start.right: ending needs EXECUTE, and SVC_OPERATOR or SVC_ENGINE_USE', async () => {
  const task = await make.task();
  const executionId = await start(task.id);
  const needs = { workspace: task.workspace, permission: ['SVC_OPERATOR', 'SVC_ENGINE_USE'], right: 'EXECUTE' } as const;
  await requiresOneOf(server, needs, (token) => call(ROUTE, { token, path: { executionId } }), 204);
});

test('many ends and one claim at the same moment leave the execution ended or to be stopped', async () => {
  for (let round = 0; round < 10; round += 1) {
    const task = await make.task();
    const engine = await standInEngine(server, task.environment);
    const id = await start(task.id);
    const [{ executions }, ...statuses] = await Promise.all([engine.claim(), end(id), end(id), end(id)]);
    assert.deepEqual(statuses, [204, 204, 204]);
    const { executionStatus } = await read(id);
    const [lease] = executions;
    assert.equal(executionStatus, lease ? 'STOPPING_FLOW_EXECUTION' : 'EXECUTION_TERMINATED');
    if (lease) assert.deepEqual((await engine.heartbeat([lease])).stop, [id]);
  }
});
