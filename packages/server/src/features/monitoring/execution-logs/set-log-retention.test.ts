// run: own server because it sets MILLRACE_LOG_DAYS
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PERMISSIONS } from '@millrace/contract';
import { newId } from '../../../core/base/id.ts';
import { sql } from '../../../core/database/sql.ts';
import { runTimer } from '../../../../test/support/background.ts';
import { standInEngine } from '../../../../test/support/engine.ts';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'PUT /monitoring/environments/{environmentId}/log-retention';
const server = await startTestServer({ MILLRACE_LOG_DAYS: '30' });
const { call, make, platform } = server;
const DAY = 86_400_000;

const set = (environmentId: string, days: unknown) => call(ROUTE, { path: { environmentId }, body: { days } });
const get = async (environmentId: string) =>
  (await call('GET /monitoring/environments/{environmentId}/log-retention', { path: { environmentId } })).body;

test('execution-logs.retention.environment', async () => {
  const { environment } = await make.task();
  assert.deepEqual(await get(environment), { days: 30, own: false });
  assert.deepEqual((await set(environment, 7)).body, { days: 7, own: true });
  assert.deepEqual(await get(environment), { days: 7, own: true });
  assert.deepEqual((await set(environment, 400)).body, { days: 400, own: true });
  assert.deepEqual((await set(environment, null)).body, { days: 30, own: false });
  assert.deepEqual(await get(environment), { days: 30, own: false });
  for (const days of [0, -1, 3651, 1.5, 'many', undefined]) assertRefused(await set(environment, days), 400, 'malformed_request');
  assertRefused(await set(newId(), 7), 404, 'not_found');
  const permission = 'SVC_ENVIRONMENT_MANAGEMENT' as const;
  const manager = await make.user({ permissions: [permission] });
  const others = await make.user({ permissions: PERMISSIONS.filter((other) => other !== permission) });
  const stranger = await make.user({ permissions: PERMISSIONS, tenant: await make.otherTenant() });
  for (const route of [ROUTE, 'GET /monitoring/environments/{environmentId}/log-retention']) {
    const as = (token: string | undefined) =>
      call(route, { token, path: { environmentId: environment }, ...(route === ROUTE && { body: { days: 5 } }) });
    assertRefused(await as(undefined), 401, 'not_signed_in');
    assertRefused(await as(others.token), 403, 'forbidden');
    assertRefused(await as(stranger.token), 404, 'not_found');
    assert.equal((await as(manager.token)).status, 200);
  }
});

/** Makes executions with a log that were accepted that many days ago. */
async function logged(task: { id: string; environment: string }, days: readonly number[]): Promise<string[]> {
  const engine = await standInEngine(server, task.environment);
  const ids: string[] = [];
  for (const ago of days) {
    await call('POST /processing/executions', { body: { executable: task.id } });
    const lease = await engine.claimOne();
    await engine.log(lease, ['a line']);
    await engine.finish(lease);
    const time = (Date.now() - ago * DAY).toString(16).padStart(12, '0');
    const old = `${time.slice(0, 8)}-${time.slice(8)}${lease.executionId.slice(13)}`;
    await platform.db.transaction(async (tx) => {
      await tx.rows(sql`update log_chunk set execution_id = ${old} where execution_id = ${lease.executionId}`);
      await tx.rows(sql`update task_execution set id = ${old} where id = ${lease.executionId}`);
    });
    ids.push(old);
  }
  return ids;
}
const withLines = async (ids: readonly string[]): Promise<boolean[]> =>
  Promise.all(ids.map(async (id) => (await call('GET /monitoring/executions/{id}/logs', { path: { id } })).body.totalSize > 0));

test('execution-logs.retention.days', async () => {
  const [plain, short, long] = [await make.task(), await make.task(), await make.task()];
  await set(short.environment, 5);
  const days = [0, 4, 6, 29, 40, 100];
  const [a, b, c] = [await logged(plain, days), await logged(short, days), await logged(long, days)];
  await runTimer(platform, 'keep-logs');
  // A partition is dropped as a whole. If another environment still keeps logs of it, its old rows are deleted instead.
  assert.deepEqual(await withLines(b), [true, true, false, false, false, false]);
  assert.deepEqual((await withLines(a)).slice(0, 4), [true, true, true, true]);
  await set(long.environment, 60);
  const more = await logged(long, [50, 70]);
  await runTimer(platform, 'keep-logs');
  assert.deepEqual(await withLines(a), [true, true, true, true, false, false]);
  assert.deepEqual((await withLines(c)).slice(0, 4), [true, true, true, true]);
  assert.equal((await withLines(more))[0], true);
});
