import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { sql } from '../../../core/database/sql.ts';
import { standInEngine } from '../../../../test/support/engine.ts';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const server = await startTestServer();
const { call, make } = server;
const {
  db,
  settings: { limits },
} = server.platform;

const task = await make.task();
const engine = await standInEngine(server, task.environment);
const other = await standInEngine(server, task.environment);
async function claimOne() {
  await call('POST /processing/executions', { body: { executable: task.id } });
  return engine.claimOne();
}
const expiryOf = async (id: string): Promise<Date> =>
  (await db.reader.only<{ at: Date }>(sql`select lease_expires_at as at from live_execution where execution_id = ${id}`)).at;
const shorten = (id: string) =>
  db.writer.rows(sql`update live_execution set lease_expires_at = now() + interval '20 s' where execution_id = ${id}`);

test('remote-engines.limits.heartbeat', async () => {
  assert.equal(limits.leaseSeconds, 30, 'the default');
  const [first, second] = [await claimOne(), await claimOne()];
  const secondsLeft = async (id: string): Promise<number> =>
    (
      await db.reader.only<{ left: number }>(
        sql`select extract(epoch from lease_expires_at - now())::float8 as left from live_execution where execution_id = ${id}`,
      )
    ).left;
  assert.ok((await secondsLeft(first.executionId)) > 20, 'a claim gives a whole lease');
  await Promise.all([first, second].map(({ executionId }) => shorten(executionId)));
  assert.deepEqual(await engine.heartbeat([first]), { stop: [], lost: [] });
  const left = await secondsLeft(first.executionId);
  assert.ok(left > 20 && left <= 30, `the heartbeat renews it: ${left}`);
  assert.ok((await secondsLeft(second.executionId)) <= 20, 'a lease that the heartbeat does not name stays as it is');
});

test('a heartbeat renews only leases that the engine holds under the given fence, and names the others as lost', async () => {
  const lease = await claimOne();
  await shorten(lease.executionId);
  const before = await expiryOf(lease.executionId);
  assert.deepEqual(await other.heartbeat([lease]), { stop: [], lost: [lease.executionId] });
  assert.deepEqual(await engine.heartbeat([{ ...lease, fence: lease.fence + 1 }]), { stop: [], lost: [lease.executionId] });
  assert.deepEqual(await expiryOf(lease.executionId), before);

  const unknown = { executionId: newId(), fence: 1 };
  const ended = await claimOne();
  await engine.finish(ended);
  assert.deepEqual(await engine.heartbeat([unknown, lease, ended]), { stop: [], lost: [unknown.executionId, ended.executionId] });
  assert.ok((await expiryOf(lease.executionId)) > before);
});

test('each heartbeat names the execution to stop and renews its lease', async () => {
  const lease = await claimOne();
  await call('DELETE /processing/executions/{executionId}', { path: { executionId: lease.executionId } });
  await shorten(lease.executionId);
  const before = await expiryOf(lease.executionId);
  for (let round = 0; round < 2; round += 1) assert.deepEqual(await engine.heartbeat([lease]), { stop: [lease.executionId], lost: [] });
  assert.ok((await expiryOf(lease.executionId)) > before);
});

test('an empty heartbeat is accepted, and a malformed one is refused', async () => {
  assert.deepEqual(await engine.heartbeat(), { stop: [], lost: [] });
  for (const body of [{}, { running: {} }, { running: [{ executionId: newId() }] }, { running: [], load: 1 }]) {
    assertRefused(await engine.send('POST /engine/v1/beats', body), 400, 'malformed_request');
  }
});
