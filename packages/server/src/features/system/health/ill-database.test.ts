// run: own server, waiting, in test:all because a proxy is before its database, which it makes ill
/** Tests the answers of a process whose database answers but has a fault. The times are only limits against hanging. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { publication, shellBundle } from '../../../../test/support/bundles.ts';
import { asAdministrator, testServerUrl } from '../../../../test/support/database.ts';
import { startDatabaseGate, type DatabaseGate } from '../../../../test/support/database-gate.ts';
import { sql } from '../../../core/database/sql.ts';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startOwnServer, type Answer, type TestServer } from '../../../../test/support/server.ts';

const LIST = 'GET /orchestration/environments';
const CREATE = 'POST /orchestration/environments';
const NOTHING_CHANGED = 'try again in a moment. Nothing was changed by this call.';
/** Milliseconds within which each call is answered, also on a slow machine. */
const ANSWER_LIMIT = 20_000;
const limit = { timeout: 90_000 };

/** A server with a database of its own, a role that is no superuser, and a gate before the database. */
type LimitedServer = TestServer & { database: string; role: string; gate: DatabaseGate };

const onServer = (...statements: string[]): Promise<void> =>
  asAdministrator(testServerUrl(), async (administrator) => {
    for (const statement of statements) await administrator.query(statement);
  });

async function startLimitedServer(environment: Record<string, string> = {}): Promise<LimitedServer> {
  const found: { database: string; role: string; gate?: DatabaseGate } = { database: '', role: '' };
  const server = await startOwnServer(environment, async (address) => {
    const url = new URL(address);
    found.database = url.pathname.slice(1);
    found.role = `role_${found.database}`;
    // The role must not be a superuser, which has no limits.
    await onServer(`create role ${found.role} login password 'patient'`, `grant ${url.username} to ${found.role}`);
    Object.assign(url, { username: found.role, password: 'patient' });
    found.gate = await startDatabaseGate(url.toString());
    return found.gate.url;
  });
  // This runs after the server has stopped and dropped the database.
  after(() => onServer(`drop role ${found.role}`));
  return Object.assign(server, found as Required<typeof found>);
}

const server = await startLimitedServer();
const worker = await startLimitedServer({ MILLRACE_ROLE: 'worker' });

const create = (name: string): Promise<Answer> => server.call(CREATE, { body: { name, workspaceName: 'w' } });
const endSessions = ({ database }: LimitedServer): string =>
  `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${database}'`;

/** Checks that the call was refused with 503, the reason, and the time after which to try again. The detail names a database that is away. */
function assertUnavailable(answer: Answer, sentence: string, detail = 'unavailable'): void {
  assertRefused(answer, 503, 'unavailable');
  assert.match(answer.headers.get('retry-after') ?? '', /^\d+$/);
  assert.deepEqual([answer.body.message, answer.body.detail], [`${sentence}; ${NOTHING_CHANGED}`, detail]);
}

async function healthOf(
  at: TestServer,
): Promise<[status: number, word: string, failing: string[] | undefined, reason: string | undefined]> {
  const { status, body } = await at.call('GET /readyz', { token: undefined });
  return [status, body.status, body.failing, body.reason];
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  const began = performance.now();
  while (!(await condition())) {
    assert.ok(performance.now() - began < 2 * ANSWER_LIMIT, 'the condition was never met');
    await wait(50);
  }
}
/** Repeats assertions until they hold: a server needs a moment to notice the state of its connections. */
async function settles(assertions: () => Promise<void>): Promise<void> {
  const began = performance.now();
  for (;;) {
    try {
      return await assertions();
    } catch (error) {
      if (performance.now() - began > 2 * ANSWER_LIMIT) throw error;
      await wait(50);
    }
  }
}
const untilReady = (at: TestServer): Promise<void> => until(async () => (await healthOf(at))[1] === 'ok');

describe('a read-only database', limit, () => {
  const SENTENCE = 'The database accepts no writes at the moment: it is read-only, as a standby is';
  const change = (at: LimitedServer, action: string): Promise<void> =>
    onServer(`alter database ${at.database} ${action} default_transaction_read_only`, endSessions(at));

  test('refuses writes without changes, and serves reads', async () => {
    const before = await server.count('environment', 'workspace');
    await onServer(`alter database ${server.database} set default_transaction_read_only = on`, endSessions(server));
    await settles(async () => assertUnavailable(await create('lost'), SENTENCE, 'unavailable: database'));
    await settles(async () => assert.equal((await server.call(LIST)).status, 200));
    await settles(async () => assert.deepEqual(await healthOf(server), [200, 'degraded', ['database'], `${SENTENCE}.`]));
    assert.deepEqual(await server.count('environment', 'workspace'), before);
    await change(server, 'reset');
    await untilReady(server);
    await settles(async () => assert.equal((await create('kept')).status, 201));
  });

  test('makes a worker not ready', async () => {
    await onServer(`alter database ${worker.database} set default_transaction_read_only = on`, endSessions(worker));
    await settles(async () => assert.deepEqual(await healthOf(worker), [503, 'unavailable', ['database'], `${SENTENCE}.`]));
    await change(worker, 'reset');
    await untilReady(worker);
  });

  test('drops pooled connections to a standby after a failover', async () => {
    await onServer(`alter role ${server.role} set default_transaction_read_only = on`, endSessions(server));
    await until(async () => (await create('lost')).body.message?.startsWith(SENTENCE));
    // Open sessions stay read-only; new sessions are writable.
    await onServer(`alter role ${server.role} reset default_transaction_read_only`);
    await until(async () => (await create('kept after a failover')).status === 201);
    await untilReady(server);
  });
});

test('a database without disk space refuses writes, and the process reports it', limit, async () => {
  const SENTENCE = 'The database is short of disk space or memory at the moment';
  const { db } = server.platform;
  const workspace = await server.make.workspace();
  const [before, files] = [await server.count('environment', 'workspace'), await server.files()];
  const client = await db.connect('test');
  await client.query(`
    create function no_room() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
    create trigger no_room before insert on workspace for each row execute function no_room();
    create trigger no_room before insert on artifact for each row execute function no_room()`);
  assertUnavailable(await create('lost'), SENTENCE);
  const bundle = publication({ workspaceId: workspace.id, name: 'lost' }, await shellBundle('exit 0'));
  assertRefused(await server.call('POST /orchestration/artifacts', { form: bundle }), 503, 'unavailable');
  assert.deepEqual(await server.files(), files, 'no content is left');
  assert.deepEqual(await healthOf(server), [200, 'degraded', ['database'], `${SENTENCE}.`]);
  assert.equal((await server.call(LIST)).status, 200);
  assert.deepEqual(await server.count('environment', 'workspace'), before);
  await client.query('drop function no_room cascade');
  await client.end();
  await settles(async () => assert.equal((await create('there is room again')).status, 201));
  await untilReady(server);
});

test('the process reports a database that accepts no further connections', limit, async () => {
  const SENTENCE = 'The database accepts no further connections at the moment';
  await onServer(`alter role ${server.role} connection limit 0`, endSessions(server));
  await settles(async () => assertUnavailable(await server.call(LIST), SENTENCE));
  await settles(async () => assertUnavailable(await create('lost'), SENTENCE));
  await settles(async () => assert.deepEqual(await healthOf(server), [503, 'unavailable', ['database'], `${SENTENCE}.`]));
  await onServer(`alter role ${server.role} connection limit -1`);
  await untilReady(server);
});

/** Makes calls of all kinds at once, and checks that each is answered in time. */
async function callsOfAllKinds(): Promise<number[]> {
  const calls = [server.call(LIST), create(`kind ${performance.now()}`), server.call('GET /account/me'), server.call(LIST)];
  const answered = new AbortController();
  const late = wait(ANSWER_LIMIT, undefined, { signal: answered.signal }).then(() => assert.fail('a call hangs'));
  late.catch(() => undefined);
  const answers = await Promise.race([Promise.all(calls), late]);
  answered.abort();
  return answers.map(({ status }) => status);
}

test('replaces connections that a firewall has forgotten, and reports them meanwhile', limit, async () => {
  await callsOfAllKinds();
  server.gate.forget();
  const [statuses, health] = await Promise.all([callsOfAllKinds(), healthOf(server)]);
  assert.ok(statuses.includes(503), String(statuses));
  assert.deepEqual(health.slice(0, 3), [503, 'unavailable', ['database']]);
  await untilReady(server);
  await settles(async () => assert.deepEqual(await callsOfAllKinds(), [200, 201, 200, 200]));
  // Timers recover, too: even 25 s from now, no timer with a short period would be stalled.
  await until(async () => server.platform.process.timers.stalled(performance.now() + 25_000).length === 0);
});

test('answers 503 to every call while the database does not respond', limit, async () => {
  await callsOfAllKinds();
  server.gate.shut();
  assert.deepEqual(new Set(await callsOfAllKinds()), new Set([503]));
  await until(async () => (await healthOf(server))[0] === 503);
  assert.deepEqual(new Set(await callsOfAllKinds()), new Set([503]));
  server.gate.open();
  await untilReady(server);
  await settles(async () => assert.deepEqual(await callsOfAllKinds(), [200, 201, 200, 200]));
});

test('runs failed jobs again', limit, async () => {
  for (const { platform } of [server, worker])
    await until(
      async () => (await platform.db.reader.rows(sql`select from graphile_worker.jobs where last_error is not null`)).length === 0,
    );
});
