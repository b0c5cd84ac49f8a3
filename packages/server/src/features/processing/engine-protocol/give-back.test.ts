import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Schema } from '@millrace/contract';
import { sql } from '../../../core/database/sql.ts';
import { standInEngine, type Lease, type StandInEngine } from '../../../../test/support/engine.ts';
import { explanationsOf } from '../../../../test/support/explanations.ts';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'POST /engine/v1/reports';
const server = await startTestServer();
const { call, make, platform } = server;
const { first } = explanationsOf(server);

const FULL = { errorType: 'ENGINE_STORAGE', errorMessage: 'The engine cannot write to its folder (ENOSPC)' };

const start = async (executable: string): Promise<string> =>
  (await call('POST /processing/executions', { body: { executable } })).body.executionId;
const secondsUntilOffered = async (id: string): Promise<number> =>
  (
    await platform.db.reader.only<{ rest: number }>(
      sql`select extract(epoch from available_at - now())::float8 as rest from live_execution where execution_id = ${id}`,
    )
  ).rest;
const read = async (executionId: string) => (await call('GET /processing/executions/{executionId}', { path: { executionId } })).body;
const linesOf = async (id: string): Promise<string[]> =>
  (await call('GET /monitoring/executions/{id}/logs', { path: { id }, query: { order: 'ASC' } })).body.data.map(
    (line: Schema<'LogEntry'>) => line.logMessage,
  );
const giveBack = (engine: StandInEngine, { executionId, fence }: Lease): Promise<string[]> =>
  engine.report({ returns: [{ executionId, fence, ...FULL }] });

async function prepared() {
  const task = await make.task();
  const [ill, healthy] = [await standInEngine(server, task.environment), await standInEngine(server, task.environment)];
  return { task, ill, healthy, id: await start(task.id) };
}

test('task-executions.lease.returned', async () => {
  const { ill, healthy, id } = await prepared();
  const claimed = await ill.claimOne();
  assert.equal(claimed.returnsLeft, 5);
  const waiting = healthy.claim({ wait: 30_000 });
  assert.deepEqual(await giveBack(ill, claimed), []);
  const [again = assert.fail()] = (await waiting).executions;
  assert.deepEqual([again.executionId, again.fence > claimed.fence, again.returnsLeft], [id, true, 4], 'a waiting claim is woken');
  assert.deepEqual(await giveBack(ill, claimed), [id], 'a report that is sent again after a lost answer is refused');
  assert.deepEqual(await ill.start(claimed), [id], 'the fence of the earlier holder is no longer valid');
  assert.deepEqual((await ill.heartbeat([claimed])).lost, [id]);
  await healthy.start(again);
  assert.deepEqual(await healthy.finish(again), []);
  const { executionStatus, errorType } = await read(id);
  assert.deepEqual([executionStatus, errorType], ['EXECUTION_SUCCESS', undefined]);
});

test('task-executions.lease.returned: after five returns the execution ends with the reason of the last engine', async () => {
  const { task, ill, id } = await prepared();
  for (let left = 5; left > 0; left -= 1) {
    const claimed = await ill.claimOne();
    assert.equal(claimed.returnsLeft, left);
    assert.deepEqual(await giveBack(ill, claimed), []);
    const rest = await secondsUntilOffered(id);
    assert.ok(left === 5 ? rest <= 0 : rest > 0 && rest <= 30, `${rest} s after ${6 - left} returns`);
    if (rest > 0) {
      assert.deepEqual((await ill.claim()).executions, [], 'other executions come first');
      assert.match((await first(id)).message, /^Engines gave it back \d times, .* offered again at/);
    }
    await platform.db.writer.rows(sql`update live_execution set available_at = now() where execution_id = ${id}`);
  }
  const last = await ill.claimOne();
  assert.equal(last.returnsLeft, 0);
  assert.deepEqual(await giveBack(ill, last), []);
  const { executionStatus, errorType, errorMessage, finishTimestamp } = await read(id);
  assert.deepEqual([executionStatus, errorType, errorMessage], ['DEPLOY_FAILED', FULL.errorType, FULL.errorMessage]);
  assert.ok(finishTimestamp);
  assert.deepEqual((await ill.claim()).executions, []);
  await start(task.id);
  assert.equal((await ill.claimOne()).returnsLeft, 5, 'another execution of the task has all its returns');
});

test('task-executions.lease.returned: an execution that has begun, or that another engine holds, does not go back', async () => {
  const { ill, healthy, id } = await prepared();
  const claimed = await ill.claimOne();
  assert.deepEqual(await giveBack(healthy, claimed), [id]);
  assert.deepEqual(await giveBack(ill, { ...claimed, fence: claimed.fence + 1 }), [id]);
  await ill.start(claimed);
  assert.deepEqual(await giveBack(ill, claimed), [id]);
  assert.equal((await read(id)).executionStatus, 'STARTING_FLOW_EXECUTION');
  assert.deepEqual((await ill.heartbeat([claimed])).lost, [], 'the engine still holds it');
  assert.deepEqual(await ill.finish(claimed), []);
  assert.deepEqual(await giveBack(ill, claimed), [id]);
  assert.equal((await read(id)).executionStatus, 'EXECUTION_SUCCESS');
});

test('task-executions.lease.returned: an execution ends if a user asked for its end before the return', async () => {
  const { ill, id } = await prepared();
  const claimed = await ill.claimOne();
  await call('DELETE /processing/executions/{executionId}', { path: { executionId: id } });
  assert.deepEqual(await giveBack(ill, claimed), []);
  const { executionStatus, errorType } = await read(id);
  assert.deepEqual([executionStatus, errorType], ['EXECUTION_TERMINATED', undefined]);
});

test('the log keeps the lines of each holder in order, whatever line numbers a holder sends', async () => {
  const { ill, healthy, id } = await prepared();
  const first = await ill.claimOne();
  await ill.log(first, ['it begins', 'it cannot']);
  assert.deepEqual(await giveBack(ill, first), []);
  assert.deepEqual(await ill.log(first, ['too late'], 2), [id]);
  const second = await healthy.claimOne();
  await healthy.log(second, ['here it begins']);
  await healthy.log(second, ['other words', 'and goes on']);
  const { body } = await healthy.send(ROUTE, {
    logs: [{ executionId: id, fence: second.fence, firstIndex: 7, chunk: Buffer.from('1 IO far ahead\n').toString('base64') }],
  });
  assert.deepEqual(body.early, [{ executionId: id, fence: second.fence, nextIndex: 2 }]);
  assert.deepEqual(await healthy.finish(second), []);
  assert.deepEqual(await linesOf(id), ['it begins', 'it cannot', 'here it begins', 'and goes on']);
});

test('a malformed return is refused and changes nothing', async () => {
  const { ill, id } = await prepared();
  const { executionId, fence } = await ill.claimOne();
  const whole = { executionId, fence, ...FULL };
  for (const wrong of [
    { executionId, fence },
    { ...whole, fence: 0 },
    { ...whole, extra: 1 },
    { ...whole, errorType: 'x'.repeat(101) },
  ])
    assertRefused(await ill.send(ROUTE, { returns: [wrong] }), 400, 'malformed_request');
  assert.equal((await read(id)).executionStatus, 'DISPATCHING_FLOW');
});
