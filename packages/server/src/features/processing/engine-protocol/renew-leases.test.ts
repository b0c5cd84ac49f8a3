import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { sql } from '../../../core/database/sql.ts';
import { standInEngine } from '../../../../test/support/engine.ts';
import { isRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const server = await startTestServer();
const { call, make } = server;
const { db, limits } = server.platform;

const task = await make.task();
const engine = await standInEngine(server, task.environment);
const other = await standInEngine(server, task.environment);
async function held() {
  await call('POST /processing/executions', { body: { executable: task.id } });
  return engine.claimOne();
}
const expiryOf = async (id: string): Promise<Date> =>
  (await db.reader.only<{ at: Date }>(sql`select lease_expires_at as at from live_execution where execution_id = ${id}`)).at;
const shorten = (id: string) =>
  db.writer.rows(sql`update live_execution set lease_expires_at = now() + interval '20 s' where execution_id = ${id}`);

test('remote-engines.limits.heartbeat', async () => {
  assert.equal(limits.leaseSeconds, 30, 'what holds when nobody says otherwise');
  const [first, second] = [await held(), await held()];
  const leaseOf = async (id: string): Promise<number> =>
    (
      await db.reader.only<{ left: number }>(
        sql`select extract(epoch from lease_expires_at - now())::float8 as left from live_execution where execution_id = ${id}`,
      )
    ).left;
  assert.ok((await leaseOf(first.executionId)) > 20, 'the claim gives a whole lease');
  await Promise.all([first, second].map((one) => shorten(one.executionId)));
  assert.deepEqual(await engine.heartbeat([first]), { stop: [], lost: [] });
  const left = await leaseOf(first.executionId);
  assert.ok(left > 20 && left <= 30, `the heartbeat gives it anew: ${left}`);
  assert.ok((await leaseOf(second.executionId)) <= 20, 'a lease that the heartbeat does not name stays as it is');
});

test('a heartbeat renews only what the engine holds under its fence, and names the rest as lost', async () => {
  const lease = await held();
  await shorten(lease.executionId);
  const before = await expiryOf(lease.executionId);
  assert.deepEqual(await other.heartbeat([lease]), { stop: [], lost: [lease.executionId] });
  assert.deepEqual(await engine.heartbeat([{ ...lease, fence: lease.fence + 1 }]), { stop: [], lost: [lease.executionId] });
  assert.deepEqual(await expiryOf(lease.executionId), before);

  const unknown = { executionId: newId(), fence: 1 };
  const ended = await held();
  await engine.finish(ended);
  assert.deepEqual(await engine.heartbeat([unknown, lease, ended]), { stop: [], lost: [unknown.executionId, ended.executionId] });
  assert.ok((await expiryOf(lease.executionId)) > before);
});

test('a heartbeat names what is to be stopped, each time, and keeps its lease', async () => {
  const lease = await held();
  await call('DELETE /processing/executions/{executionId}', { path: { executionId: lease.executionId } });
  await shorten(lease.executionId);
  const before = await expiryOf(lease.executionId);
  for (let round = 0; round < 2; round += 1) assert.deepEqual(await engine.heartbeat([lease]), { stop: [lease.executionId], lost: [] });
  assert.ok((await expiryOf(lease.executionId)) > before);
});

test('an empty heartbeat is a sign of life, and a body that does not fit is none', async () => {
  assert.deepEqual(await engine.heartbeat(), { stop: [], lost: [] });
  for (const body of [{}, { running: {} }, { running: [{ executionId: newId() }] }, { running: [], load: 1 }]) {
    isRefused(await engine.send('POST /engine/v1/beats', body), 400, 'malformed_request');
  }
});
