import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../core/database/sql.ts';
import { claimByHand, standInEngine, untilClaimsWait, type Claimed } from '../../../../test/support/engine.ts';
import { untilLocksWait } from '../../../../test/support/locks.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { claim } from '../task-executions/index.ts';

const server = await startTestServer();
const { call, make } = server;
const { db } = server.platform;

const start = async (executable: string): Promise<string> =>
  (await call('POST /processing/executions', { body: { executable } })).body.executionId;
const end = (executionId: string) => call('DELETE /processing/executions/{executionId}', { path: { executionId } });
const read = async (executionId: string) => (await call('GET /processing/executions/{executionId}', { path: { executionId } })).body;
const idsOf = ({ executions }: { executions: Claimed[] }): string[] => executions.map(({ executionId }) => executionId);

async function prepared() {
  const task = await make.task({ parallelExecutionAllowed: true });
  return { task, engine: await standInEngine(server, task.environment), incarnation: crypto.randomUUID() };
}

test('task-executions.lease.unanswered', async () => {
  const { task, engine, incarnation } = await prepared();
  const id = await start(task.id);
  const [lost] = (await engine.claim({ incarnation, number: 1 })).executions;
  assert.equal(lost?.fence, 1);
  assert.deepEqual(idsOf(await engine.claim({ incarnation, number: 2, unanswered: [7] })), [], 'executions of other claims do not go back');

  const again = (await engine.claim({ incarnation, number: 3, unanswered: [1] })).executions;
  assert.deepEqual(
    again.map(({ executionId, fence }) => [executionId, fence]),
    [[id, 3]],
    'the return raised the fence, and so did the next claim',
  );
  assert.deepEqual(await engine.start({ executionId: id, fence: 1 }), [id], 'the fence of the lost answer is not valid');
  assert.deepEqual(await engine.heartbeat([{ executionId: id, fence: 1 }]), { stop: [], lost: [id] });
  assert.deepEqual(await engine.finish({ executionId: id, fence: 3 }), []);
  assert.equal((await read(id)).status, 'execution_successful');
});

test('task-executions.lease.unanswered: the execution goes back to the queue of all engines and wakes waiting claims', async () => {
  const { task, engine, incarnation } = await prepared();
  const other = await standInEngine(server, task.environment);
  const id = await start(task.id);
  await engine.claim({ incarnation, number: 1 });
  const waiting = other.claim({ wait: 30_000 });
  await untilClaimsWait(server, 1);
  await engine.claim({ free: 0, incarnation, number: 2, unanswered: [1] });
  assert.deepEqual(idsOf(await waiting), [id]);
});

test('task-executions.lease.unanswered: a claim that the engine gave up gets nothing, although it still waits', async () => {
  const { task, engine, incarnation } = await prepared();
  const waiting = engine.claim({ wait: 2000, incarnation, number: 1 });
  await untilClaimsWait(server, 1);
  await engine.claim({ free: 0, incarnation, number: 2, unanswered: [1] });
  const id = await start(task.id);
  assert.deepEqual(idsOf(await waiting), []);
  assert.deepEqual(idsOf(await engine.claim({ incarnation, number: 3 })), [id]);
  assert.deepEqual(idsOf(await engine.claim({ free: 0, incarnation, number: 4, unanswered: [9] })), [], 'a later claim is not closed');
  const next = await start(task.id);
  assert.deepEqual(idsOf(await engine.claim({ incarnation, number: 5 })), [next]);
});

test('task-executions.lease.unanswered: the server waits for a claim that is being committed while the engine gives it up', async () => {
  const { task, engine, incarnation } = await prepared();
  const id = await start(task.id);
  const claimer = { engineId: engine.id, credential: server.platform.identity.tokens.hash(engine.credential) };
  const isClaimed = Promise.withResolvers<void>();
  const mayCommit = Promise.withResolvers<void>();
  const commit = db.transaction(async (tx) => {
    const { executions: rows } = await claim(tx, claimer, { most: 1, leaseSeconds: 30, busyRetrySeconds: [], incarnation, number: 1 });
    assert.equal(rows.length, 1);
    isClaimed.resolve();
    await mayCommit.promise;
  });
  await isClaimed.promise;
  const giveUp = engine.claim({ free: 0, incarnation, number: 2, unanswered: [1] });
  await untilLocksWait(db.reader);
  mayCommit.resolve();
  await Promise.all([commit, giveUp]);
  assert.equal((await read(id)).executionStatus, 'EXECUTION_EVENT_RECEIVED');
});

test('task-executions.lease.unanswered: only executions that the same process of the same engine claimed and has not begun go back', async () => {
  const { task, engine, incarnation } = await prepared();
  const other = await standInEngine(server, task.environment);
  const ids = [await start(task.id), await start(task.id)];
  const [begun, waiting] = (await engine.claim({ incarnation, number: 1 })).executions;
  assert.ok(begun && waiting);
  await engine.start(begun);
  await engine.claim({ free: 0, incarnation: crypto.randomUUID(), number: 2, unanswered: [1] });
  await other.claim({ free: 0, incarnation, number: 2, unanswered: [1] });
  await engine.claim({ free: 0, number: 2, unanswered: [1] });
  assert.deepEqual(await engine.heartbeat([begun, waiting]), { stop: [], lost: [] });

  await engine.claim({ free: 0, incarnation, number: 2, unanswered: [1] });
  assert.deepEqual(await engine.heartbeat([begun, waiting]), { stop: [], lost: [waiting.executionId] });
  assert.deepEqual((await Promise.all(ids.map(read))).map(({ executionStatus }) => executionStatus).toSorted(), [
    'EXECUTION_EVENT_RECEIVED',
    'STARTING_FLOW_EXECUTION',
  ]);
});

test('task-executions.lease.unanswered: an execution ends if a user asked for its end meanwhile', async () => {
  const { task, engine, incarnation } = await prepared();
  const id = await start(task.id);
  await engine.claim({ incarnation, number: 1 });
  await end(id);
  assert.equal((await read(id)).executionStatus, 'STOPPING_FLOW_EXECUTION');
  assert.deepEqual(idsOf(await engine.claim({ incarnation, number: 2, unanswered: [1] })), []);
  const { executionStatus, errorMessage } = await read(id);
  assert.deepEqual([executionStatus, errorMessage], ['EXECUTION_TERMINATED', 'Terminated before an engine claimed it.']);
});

test('task-executions.lease.unanswered: a returned execution of a task without parallel executions is claimed again', async () => {
  const task = await make.task({ parallelExecutionAllowed: false });
  const engine = await standInEngine(server, task.environment);
  const incarnation = crypto.randomUUID();
  const [first] = [await start(task.id), await start(task.id)];
  await engine.claim({ incarnation, number: 1 });
  assert.deepEqual(idsOf(await engine.claim({ incarnation, number: 2, unanswered: [1] })), [first]);
});

test('task-executions.lease.unanswered: a waiting claim also returns an execution that an older claim takes meanwhile', async () => {
  const { task, engine, incarnation } = await prepared();
  const newer = await claimByHand(server, engine, { free: 0, waitMilliseconds: 30_000, incarnation, number: 2, unanswered: [1] });
  await untilClaimsWait(server, 1);
  const id = await start(task.id);
  await engine.claim({ incarnation, number: 1 });
  const other = await standInEngine(server, task.environment);
  assert.deepEqual(idsOf(await other.claim({ wait: 30_000 })), [id]);
  assert.equal(newer.isAnswered(), false, 'the newer claim still waits');
  await newer.disconnect();
});

test('task-executions.lease.unanswered: an execution that cannot be handed out goes back at once', async () => {
  const { task, engine } = await prepared();
  const id = await start(task.id);
  await db.writer.rows(sql`update task_execution set connections = '{"one": "00000000-0000-7000-8000-000000000000"}' where id = ${id}`);
  await db.writer.rows(sql`alter table connection rename to connection_away`);
  const answer = await engine.send('POST /engine/v1/claims', { free: 1, waitMilliseconds: 0 });
  await db.writer.rows(sql`alter table connection_away rename to connection`);
  assert.equal(answer.status, 500);
  const row = await db.reader.only<{ status: string; fence: number }>(
    sql`select status, fence from live_execution where execution_id = ${id}`,
  );
  assert.deepEqual(row, { status: 'EXECUTION_EVENT_RECEIVED', fence: 2 });
  await db.writer.rows(sql`update task_execution set connections = '{}' where id = ${id}`);
  assert.equal((await engine.claimOne()).executionId, id);
});

test('task-executions.lease.gone', async () => {
  const { task, engine, incarnation } = await prepared();
  const [held, ending] = [await start(task.id), await start(task.id)];
  await engine.claim({ free: 1, incarnation, number: 1 });
  await engine.claim({ free: 1, incarnation, number: 2 });
  await end(ending);
  const alive = await start(task.id);
  const [kept] = (await engine.claim({ incarnation: crypto.randomUUID(), number: 1 })).executions;
  const elsewhere = await prepared();
  const foreign = await start(elsewhere.task.id);
  await elsewhere.engine.claim({ incarnation, number: 1 });

  const next = crypto.randomUUID();
  assert.deepEqual(idsOf(await engine.claim({ incarnation: next, number: 1, gone: [incarnation, crypto.randomUUID()] })), []);
  const [heldAfter, endingAfter] = [await read(held), await read(ending)];
  assert.deepEqual([heldAfter.status, heldAfter.errorType, endingAfter.status], ['execution_failed', 'ENGINE_LOST', 'terminated']);
  assert.match(heldAfter.errorMessage, /stopped answering: its program ended while it held the execution, and was started again/);
  const { body } = await call('GET /monitoring/executions/{id}/logs', { path: { id: held } });
  assert.deepEqual([body.data.at(-1).logMessage, body.data.at(-1).severity], [heldAfter.errorMessage, 'ERROR']);
  const explanation = await call('GET /processing/executions/{executionId}/explanation', { path: { executionId: held } });
  const [reason] = explanation.body.reasons;
  assert.ok(reason.message.endsWith(heldAfter.errorMessage), reason.message);
  assert.ok(reason.evidence.leaseEndedAt <= heldAfter.finishTimestamp, 'its lease ended with its program');
  assert.ok(kept);
  assert.deepEqual(await engine.heartbeat([kept]), { stop: [], lost: [] }, 'a process that runs beside the new one keeps its leases');
  assert.equal((await read(alive)).executionStatus, 'DISPATCHING_FLOW');
  assert.equal((await read(foreign)).executionStatus, 'DISPATCHING_FLOW', 'executions of another engine are not changed');
});

test('task-executions.lease.unanswered: nothing is lost or doubled when many callers disconnect at any moment', async () => {
  const { task, engine, incarnation } = await prepared();
  const ids = await Promise.all(Array.from({ length: 20 }, () => start(task.id)));
  const claims = ids.map(async (_, index) => {
    const number = index + 1;
    const disconnect = new AbortController();
    const request = fetch(`${server.url}/engine/v1/claims`, {
      method: 'POST',
      headers: { authorization: `Bearer ${engine.credential}`, 'content-type': 'application/json' },
      body: JSON.stringify({ free: 1, waitMilliseconds: 30_000, incarnation, number }),
      signal: disconnect.signal,
    });
    setTimeout(() => disconnect.abort(), index / 2);
    try {
      return { number, taken: idsOf((await (await request).json()) as { executions: Claimed[] }) };
    } catch {
      return { number, taken: undefined };
    }
  });
  const answers = await Promise.all(claims);
  const taken = answers.flatMap((answer) => answer.taken ?? []);
  const unanswered = answers.flatMap((answer) => (answer.taken ? [] : [answer.number]));
  const rest = idsOf(await engine.claim({ free: 100, incarnation, number: 21, unanswered }));
  assert.deepEqual([...taken, ...rest].toSorted(), ids.toSorted());
});
