// run: own server, waiting because it sets MILLRACE_STALL_SECONDS
import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { programVersion } from '../../../core/base/program-version.ts';
import { sql } from '../../../core/database/sql.ts';
import { asAdministrator, testServerUrl } from '../../../../test/support/database.ts';
import { awayAndBack } from '../../../../test/support/database-away.ts';
import { startDatabaseGate, type DatabaseGate } from '../../../../test/support/database-gate.ts';
import { startOwnServer, startTestServer, type TestServer } from '../../../../test/support/server.ts';
import { untilLocksWait } from '../../../../test/support/locks.ts';

const ROUTE = 'GET /readyz';
let gate: DatabaseGate | undefined;
const server = await startOwnServer({}, async (url) => (gate = await startDatabaseGate(url)).url);
const { call, platform } = server;
const ready = { status: 'ok', version: programVersion() };

/** Returns the failing parts, and checks that the answer is complete and reveals no internals. */
async function failing(at: TestServer = server): Promise<string[]> {
  const { status, body, headers } = await at.call(ROUTE, { token: undefined });
  if (status === 200) return [];
  assert.deepEqual([status, body.status, headers.get('retry-after')], [503, 'unavailable', '1']);
  assert.deepEqual(Object.keys(body).toSorted(), ['failing', 'reason', 'status', 'version']);
  assert.match(body.reason, /^[A-Z].*\.$/);
  for (const internal of [at.home, 'ECONN', 'ENO', '127.0.0.1', 'schema_migration', 'select', 'test_'])
    assert.ok(!JSON.stringify(body).includes(internal), body.reason);
  return body.failing;
}

async function untilReady(at: TestServer = server): Promise<void> {
  while ((await failing(at)).length > 0) await wait(50);
}

test('is ready while the database answers', async () => {
  const { status, body } = await call(ROUTE, { token: undefined });
  assert.deepEqual([status, body], [200, ready]);
});

test('is alive but not ready while the database is unavailable, and ready again when it is back', async () => {
  await awayAndBack(platform, async () => {
    assert.deepEqual(await failing(), ['database']);
    assert.equal((await call('GET /healthz', { token: undefined })).status, 200);
    for (const sent of [{}, { token: 'mrp_wrong' }]) {
      const refused = await call('GET /account/me', sent);
      assert.deepEqual([refused.status, refused.body.code], [503, 'unavailable'], 'no token is refused while the database cannot check it');
    }
    assert.equal((await call('POST /account/personal-access-tokens', { body: { name: 'lost' } })).status, 503);
    const engine = await call('POST /engine/v1/beats', { token: 'mre_of-the-test', body: { running: [] } });
    assert.deepEqual([engine.status, engine.body.detail], [503, 'unavailable: database'], 'an engine asks another region');
  });
  await untilReady();
  assert.equal((await call('GET /account/me')).status, 200);
});

test('is not ready while the database does not respond, and is ready again when it does', async () => {
  gate?.shut();
  assert.deepEqual(await failing(), ['database']);
  assert.deepEqual(await failing(), ['database']);
  assert.equal((await call('GET /healthz', { token: undefined })).status, 200);
  gate?.open();
  await untilReady();
});

test('stays ready during slow queries', async () => {
  let slow: Promise<unknown>[] = [];
  await platform.db.transaction(async (tx) => {
    await tx.rows(sql`select pg_advisory_xact_lock(1)`);
    slow = [1, 2].map(() => platform.db.reader.rows(sql`select pg_advisory_xact_lock_shared(1)`));
    // The second one waits behind the first where a timer reads on the other connection at this moment.
    await untilLocksWait(tx);
    assert.deepEqual(await failing(), []);
  });
  await Promise.all(slow);
});

test('health.migrations: on a database that a newer version has migrated, a process that serves calls is degraded, and a worker is not ready', async () => {
  const worker = await startTestServer({ MILLRACE_ROLE: 'worker' });
  for (const at of [server, worker]) {
    await untilReady(at);
    await at.platform.db.writer.rows(sql`insert into schema_migration (name, checksum) values ('9999_of_the_future.sql', '')`);
    const { status, body } = await at.call(ROUTE, { token: undefined });
    assert.deepEqual(
      [status, body.status, body.failing],
      at === server ? [200, 'degraded', ['migrations']] : [503, 'unavailable', ['migrations']],
    );
    assert.equal(body.reason, 'The database was migrated by a newer version of the program: start that version here, too.');
    // With a migration that works with this version, the program of before goes on as if nothing had changed.
    await at.platform.db.writer.rows(sql`update schema_migration set works_with = ${programVersion()} where name like '9999%'`);
    assert.deepEqual((await at.call(ROUTE, { token: undefined })).body, ready);
    await at.platform.db.writer.rows(sql`delete from schema_migration where name like '9999%'`);
    assert.deepEqual((await at.call(ROUTE, { token: undefined })).body, ready);
  }
});

test('health.content: while content cannot be stored, a process that serves calls is degraded, and a worker is not ready', async () => {
  const worker = await startTestServer({ MILLRACE_ROLE: 'worker' });
  for (const at of [server, worker]) {
    const blobs = join(at.home, 'blobs');
    await untilReady(at);
    await rm(blobs, { recursive: true });
    await writeFile(blobs, 'a file in place of the folder');
    at.platform.cache.clear();
    const { status, body } = await at.call(ROUTE, { token: undefined });
    assert.deepEqual(
      [status, body.status, body.failing, body.reason],
      [
        at === server ? 200 : 503,
        at === server ? 'degraded' : 'unavailable',
        ['content'],
        'The content store accepts no content: it cannot be reached or written.',
      ],
    );
    await awayAndBack(at.platform, async () => assert.deepEqual((await failing(at)).toSorted(), ['content', 'database']));
    await rm(blobs);
    at.platform.cache.clear();
    await untilReady(at);
    assert.deepEqual((await at.call(ROUTE, { token: undefined })).body, ready);
    assert.deepEqual(await at.files(), [], 'the check leaves nothing behind');
  }
});

/** On a slow machine, other timers may not have succeeded within a second either. */
const STALLED = /^Timers have not succeeded for a long time: (?:.*, )?fire-triggers(?:, .*)?\.$/;

/** Blocks the timer that fires triggers while `meanwhile` runs. */
async function whileTriggersAreBlocked(at: TestServer, meanwhile: () => Promise<void>): Promise<void> {
  const client = await at.platform.db.connect('test');
  const { rows } = await client.query('select pg_backend_pid() as pid');
  const lockQuery = client.query('do $$ begin lock table time_trigger; perform pg_sleep(25); end $$').catch(() => undefined);
  try {
    while (!at.platform.process.timers.stalled().includes('fire-triggers')) await wait(50);
    await meanwhile();
  } finally {
    await asAdministrator(testServerUrl(), (administrator) => administrator.query('select pg_cancel_backend($1)', [rows[0].pid]));
    await lockQuery;
    await client.end();
  }
}

/** Reads the health; again where the database was too slow for the check, as on a busy machine. */
async function healthOf(at: TestServer): Promise<{ status: number; body: { status: string; failing: string[]; reason: string } }> {
  for (;;) {
    const answer = await at.call(ROUTE, { token: undefined });
    if (!answer.body.failing?.includes('database')) return answer;
    await wait(50);
  }
}

test('health.timers: while timers do not succeed, a worker is not ready, and a process that serves calls is degraded', async () => {
  const worker = await startTestServer({ MILLRACE_ROLE: 'worker', MILLRACE_STALL_SECONDS: '1' });
  await untilReady(worker);
  await whileTriggersAreBlocked(worker, async () => {
    const { body } = await healthOf(worker);
    assert.deepEqual(body.failing, ['timers']);
    assert.match(body.reason, STALLED);
    assert.equal((await worker.call('GET /healthz', { token: undefined })).status, 200);
  });
  await untilReady(worker);

  const both = await startTestServer({ MILLRACE_STALL_SECONDS: '1' });
  await whileTriggersAreBlocked(both, async () => {
    const { status, body } = await healthOf(both);
    assert.deepEqual([status, body.status, body.failing], [200, 'degraded', ['timers']]);
    assert.match(body.reason, STALLED);
  });
});

test('is not ready while it stops', async () => {
  const stopping = await startTestServer({ MILLRACE_ROLE: 'worker', MILLRACE_STALL_SECONDS: '1' });
  let stopped: Promise<void> | undefined;
  await whileTriggersAreBlocked(stopping, async () => {
    stopped = stopping.stop();
    while (!stopping.platform.stopping.aborted) await wait(10);
    assert.deepEqual(await failing(stopping), ['stopping']);
  });
  await stopped;
});
