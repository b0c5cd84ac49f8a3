import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { sql } from '../../../core/database/sql.ts';
import { standInEngine, type Claimed, type StandInEngine } from '../../../../test/support/engine.ts';
import { explanationsOf } from '../../../../test/support/explanations.ts';
import { expireLease } from '../../../../test/support/leases.ts';
import { untilLocksWait } from '../../../../test/support/locks.ts';
import { requiresOneOf, assertRefused } from '../../../../test/support/refusals.ts';
import type { MadeTask } from '../../../../test/support/make.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { lockLive } from './life-cycle/executions.ts';
import { requestEnd } from './life-cycle/moves.ts';

const ROUTE = 'DELETE /processing/executions/{executionId}';
const server = await startTestServer();
const { call, make, platform } = server;
const { first } = explanationsOf(server);

const start = async (executable: string): Promise<string> =>
  (await call('POST /processing/executions', { body: { executable } })).body.executionId;
const end = async (executionId: string): Promise<number> => (await call(ROUTE, { path: { executionId } })).status;
const read = async (executionId: string) => (await call('GET /processing/executions/{executionId}', { path: { executionId } })).body;

/** An execution that an engine holds, started or only claimed. */
async function claimExecution(
  started: boolean,
  options: Parameters<typeof make.task>[0] = {},
): Promise<{ id: string; task: MadeTask; engine: StandInEngine; lease: Claimed }> {
  const task = await make.task(options);
  const engine = await standInEngine(server, task.environment);
  const id = await start(task.id);
  const lease = await engine.claimOne();
  if (started) await engine.start(lease);
  return { id, task, engine, lease };
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

/** An account with a name that may end executions of a workspace; `end` does it. */
async function ender(workspace: string, [firstName, lastName]: readonly [string, string]) {
  const { id, token } = await make.user({ permissions: ['SVC_OPERATOR'], rights: { [workspace]: ['EXECUTE'] } });
  await platform.db.writer.rows(sql`update account set first_name = ${firstName}, last_name = ${lastName} where id = ${id}`);
  const endBy = async (executionId: string): Promise<void> => {
    assert.equal((await call(ROUTE, { token, path: { executionId } })).status, 204);
  };
  return { id, token, end: endBy };
}

test('task-executions.end.account', async () => {
  const { task } = await claimExecution(true, { name: 'load' });
  const anna = await ender(task.workspace, ['Anna', 'Example']);
  const bert = await ender(task.workspace, ['Bert', 'Other']);
  const requestOf = async (id: string) => (await first(id)).evidence.endRequest;

  const waiting = await start(task.id);
  await anna.end(waiting);
  await bert.end(waiting);
  const ended = await first(waiting);
  assert.equal(ended.message, 'It was ended by Anna Example before an engine claimed it.');
  assert.equal(ended.summary, "'load' was ended by Anna Example before an engine claimed it.");
  const { at, ...account } = ended.evidence.endRequest ?? assert.fail();
  assert.deepEqual(account, { accountId: anna.id, accountName: 'Anna Example' });
  assert.equal(at, (await read(waiting)).finishTimestamp);

  const { id, engine, lease } = await claimExecution(true, { workspace: task.workspace });
  assert.equal(await requestOf(id), undefined);
  await anna.end(id);
  await bert.end(id);
  const stopping = await first(id);
  assert.match(stopping.message, /^It was asked to end by Anna Example, and the engine 'Engine \d+' is ending it\.$/);
  assert.equal(stopping.evidence.endRequest?.accountId, anna.id);
  await engine.finish(lease, { outcome: 'EXECUTION_TERMINATED' });
  assert.match((await first(id)).message, /^It was ended by Anna Example on the engine 'Engine \d+'\.$/);
  assert.deepEqual(await requestOf(id), stopping.evidence.endRequest);

  // The explanation is for all who may read the execution, as is the name of the account that has started it.
  const { token } = await make.user({ rights: { [task.workspace]: ['VIEW'] } });
  const seen = await call('GET /processing/executions/{executionId}/explanation', { token, path: { executionId: id } });
  assert.equal(seen.body.reasons[0].evidence.endRequest.accountName, 'Anna Example');

  assert.equal((await call('DELETE /account/users/{id}', { path: { id: anna.id } })).status, 204);
  assert.match((await first(id)).message, /^It was ended on request on the engine/);
  assert.deepEqual(await requestOf(id), { at: stopping.evidence.endRequest?.at, accountId: anna.id });
});

test('task-executions.end.account: a service account is named, and an end by another cause names nobody', async () => {
  const { id, task, engine, lease } = await claimExecution(true);
  const { token, login } = await make.user({
    type: 'SERVICE',
    permissions: ['SVC_OPERATOR'],
    rights: { [task.workspace]: ['EXECUTE'] },
  });
  assert.equal((await call(ROUTE, { token, path: { executionId: id } })).status, 204);
  assert.ok((await first(id)).evidence.endRequest?.accountName?.startsWith(login));
  await engine.finish(lease, { outcome: 'EXECUTION_SUCCESS' });
  assert.deepEqual(Object.keys((await first(id)).evidence).includes('endRequest'), false, 'it ended by itself');

  const lost = await claimExecution(true);
  await end(lost.id);
  await expireLease(server, lost.id);
  const { code, executionStatus, evidence } = await first(lost.id);
  assert.deepEqual([code, executionStatus], ['ENGINE_LOST', 'EXECUTION_TERMINATED']);
  assert.equal(evidence.endRequest?.accountId, await make.administrator());
});

test('an end that is reported while the request is being stored keeps the account of the request', async () => {
  const account = await make.administrator();
  for (const started of [true, false]) {
    const { id, engine, lease } = await claimExecution(started);
    let report: Promise<unknown> = Promise.resolve();
    await platform.db.transaction(async (tx) => {
      await lockLive(tx, [id]);
      await requestEnd(tx, { id: account }, [id]);
      report = engine.finish(lease, { outcome: 'EXECUTION_TERMINATED' });
      await untilLocksWait(platform.db.reader);
    });
    await report;
    const { code, evidence } = await first(id);
    assert.deepEqual([code, evidence.endRequest?.accountId], ['TERMINATED', account]);
  }
});

test('an execution that ended before the account was kept has the sentences of before', async () => {
  const { id, engine, lease } = await claimExecution(true);
  await end(id);
  const forget = () => platform.db.writer.rows(sql`update task_execution set ending_at = null, ending_by = null where id = ${id}`);
  await forget();
  assert.match((await first(id)).message, /^It was asked to end, and the engine 'Engine \d+' is ending it\.$/);
  await end(id);
  assert.deepEqual((await first(id)).evidence.endRequest, undefined, 'it is not known who asked first');
  await engine.finish(lease, { outcome: 'EXECUTION_TERMINATED' });
  assert.match((await first(id)).message, /^It was ended on request on the engine 'Engine \d+'\.$/);
});
