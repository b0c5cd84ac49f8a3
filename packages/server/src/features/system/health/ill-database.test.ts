/** What a process answers while its database is there and yet ill; the figures of time are bounds against hanging. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { publication, shellBundle } from '../../../../test/support/bundles.ts';
import { asAdministrator, testServerUrl } from '../../../../test/support/database.ts';
import { startDatabaseGate, type DatabaseGate } from '../../../../test/support/database-gate.ts';
import { sql } from '../../../core/database/sql.ts';
import { isRefused } from '../../../../test/support/refusals.ts';
import { startTestServer, type Answer, type TestServer } from '../../../../test/support/server.ts';

const LIST = 'GET /orchestration/environments';
const CREATE = 'POST /orchestration/environments';
const NOTHING_CHANGED = 'try again in a moment. Nothing was changed by this call.';
/** Milliseconds in which each call has an answer, also on a slow machine. */
const BOUND = 20_000;
const limit = { timeout: 90_000 };

/** A server whose database has a name, a role of its own that is no superuser, and a gate before it. */
type Patient = TestServer & { database: string; role: string; gate: DatabaseGate };

const onServer = (...statements: string[]): Promise<void> =>
  asAdministrator(testServerUrl(), async (administrator) => {
    for (const statement of statements) await administrator.query(statement);
  });

async function startPatient(environment: Record<string, string> = {}): Promise<Patient> {
  const found: { database: string; role: string; gate?: DatabaseGate } = { database: '', role: '' };
  const server = await startTestServer(environment, async (address) => {
    const url = new URL(address);
    found.database = url.pathname.slice(1);
    found.role = `role_${found.database}`;
    // No superuser: only others have limits.
    await onServer(`create role ${found.role} login password 'patient'`, `grant ${url.username} to ${found.role}`);
    Object.assign(url, { username: found.role, password: 'patient' });
    found.gate = await startDatabaseGate(url.toString());
    return found.gate.url;
  });
  // After the database, which the server drops when it ends.
  after(() => onServer(`drop role ${found.role}`));
  return Object.assign(server, found as Required<typeof found>);
}

const server = await startPatient();
const worker = await startPatient({ MILLRACE_ROLE: 'worker' });

const create = (name: string): Promise<Answer> => server.call(CREATE, { body: { name, workspaceName: 'w' } });
const endSessions = ({ database }: Patient): string =>
  `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${database}'`;

/** The call is refused for now, says when to come again and what became of it. */
function isUnavailable(answer: Answer, sentence: string): void {
  isRefused(answer, 503, 'unavailable');
  assert.match(answer.headers.get('retry-after') ?? '', /^\d+$/);
  assert.equal(answer.body.message, `${sentence}; ${NOTHING_CHANGED}`);
}

async function healthOf(
  at: TestServer,
): Promise<[status: number, word: string, failing: string[] | undefined, reason: string | undefined]> {
  const { status, body } = await at.call('GET /readyz', { token: undefined });
  return [status, body.status, body.failing, body.reason];
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const began = performance.now();
  while (!(await isSo())) {
    assert.ok(performance.now() - began < 2 * BOUND, 'never so');
    await wait(50);
  }
}
/** Tries assertions again until they hold: a server needs a moment to see what befell its connections. */
async function settles(assertions: () => Promise<void>): Promise<void> {
  const began = performance.now();
  for (;;) {
    try {
      return await assertions();
    } catch (error) {
      if (performance.now() - began > 2 * BOUND) throw error;
      await wait(50);
    }
  }
}
const untilReady = (at: TestServer): Promise<void> => until(async () => (await healthOf(at))[1] === 'ok');

describe('a read-only database', limit, () => {
  const SENTENCE = 'The database takes no writes just now: it is read-only, as a standby is';
  const set = (at: Patient, how: string): Promise<void> =>
    onServer(`alter database ${at.database} ${how} default_transaction_read_only`, endSessions(at));

  test('refuses writes and leaves nothing, while reads go on', async () => {
    const before = await server.count('environment', 'workspace');
    await onServer(`alter database ${server.database} set default_transaction_read_only = on`, endSessions(server));
    await settles(async () => isUnavailable(await create('lost'), SENTENCE));
    await settles(async () => assert.equal((await server.call(LIST)).status, 200));
    await settles(async () => assert.deepEqual(await healthOf(server), [200, 'degraded', ['database'], `${SENTENCE}.`]));
    assert.deepEqual(await server.count('environment', 'workspace'), before);
    await set(server, 'reset');
    await untilReady(server);
    await settles(async () => assert.equal((await create('kept')).status, 201));
  });

  test('keeps a worker from being ready', async () => {
    await onServer(`alter database ${worker.database} set default_transaction_read_only = on`, endSessions(worker));
    await settles(async () => assert.deepEqual(await healthOf(worker), [503, 'unavailable', ['database'], `${SENTENCE}.`]));
    await set(worker, 'reset');
    await untilReady(worker);
  });

  test('is left for the server that took over: pooled connections to a standby are not kept', async () => {
    await onServer(`alter role ${server.role} set default_transaction_read_only = on`, endSessions(server));
    await until(async () => (await create('lost')).body.message?.startsWith(SENTENCE));
    // The sessions that are open stay read-only; new ones are not.
    await onServer(`alter role ${server.role} reset default_transaction_read_only`);
    await until(async () => (await create('kept after a failover')).status === 201);
    await untilReady(server);
  });
});

test('a database without room refuses what needs some, and the process says so', limit, async () => {
  const SENTENCE = 'The database is short of disk space or memory just now';
  const { db } = server.platform;
  const workspace = await server.make.workspace();
  const [before, files] = [await server.count('environment', 'workspace'), await server.files()];
  const client = await db.connect('test');
  await client.query(`
    create function no_room() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
    create trigger no_room before insert on workspace for each row execute function no_room();
    create trigger no_room before insert on artifact for each row execute function no_room()`);
  isUnavailable(await create('lost'), SENTENCE);
  const bundle = publication({ workspaceId: workspace.id, name: 'lost' }, await shellBundle('exit 0'));
  isRefused(await server.call('POST /orchestration/artifacts', { form: bundle }), 503, 'unavailable');
  assert.deepEqual(await server.files(), files, 'no content is left');
  assert.deepEqual(await healthOf(server), [200, 'degraded', ['database'], `${SENTENCE}.`]);
  assert.equal((await server.call(LIST)).status, 200);
  assert.deepEqual(await server.count('environment', 'workspace'), before);
  await client.query('drop function no_room cascade');
  await client.end();
  await settles(async () => assert.equal((await create('there is room again')).status, 201));
  await untilReady(server);
});

test('a database that takes no further connections is called so', limit, async () => {
  const SENTENCE = 'The database takes no further connections just now';
  await onServer(`alter role ${server.role} connection limit 0`, endSessions(server));
  await settles(async () => isUnavailable(await server.call(LIST), SENTENCE));
  await settles(async () => isUnavailable(await create('lost'), SENTENCE));
  await settles(async () => assert.deepEqual(await healthOf(server), [503, 'unavailable', ['database'], `${SENTENCE}.`]));
  await onServer(`alter role ${server.role} connection limit -1`);
  await untilReady(server);
});

/** Calls of all kinds at once; each is answered in time. */
async function callsOfAllKinds(): Promise<number[]> {
  const calls = [server.call(LIST), create(`kind ${performance.now()}`), server.call('GET /account/me'), server.call(LIST)];
  const over = new AbortController();
  const late = wait(BOUND, undefined, { signal: over.signal }).then(() => assert.fail('a call hangs'));
  late.catch(() => undefined);
  const answers = await Promise.race([Promise.all(calls), late]);
  over.abort();
  return answers.map(({ status }) => status);
}

test('connections that a firewall has forgotten hold nothing up for long, and the process says so', limit, async () => {
  await callsOfAllKinds();
  server.gate.forget();
  const [statuses, health] = await Promise.all([callsOfAllKinds(), healthOf(server)]);
  assert.ok(statuses.includes(503), String(statuses));
  assert.deepEqual(health.slice(0, 3), [503, 'unavailable', ['database']]);
  await untilReady(server);
  await settles(async () => assert.deepEqual(await callsOfAllKinds(), [200, 201, 200, 200]));
  // Timers too: looked at from 25 s ahead, none that runs each few seconds is without success.
  await until(async () => server.platform.timers.stalled(performance.now() + 25_000).length === 0);
});

test('a database that says nothing at all has every call answered 503, soon at once', limit, async () => {
  await callsOfAllKinds();
  server.gate.shut();
  assert.deepEqual(new Set(await callsOfAllKinds()), new Set([503]));
  await until(async () => (await healthOf(server))[0] === 503);
  assert.deepEqual(new Set(await callsOfAllKinds()), new Set([503]));
  server.gate.open();
  await untilReady(server);
  await settles(async () => assert.deepEqual(await callsOfAllKinds(), [200, 201, 200, 200]));
});

test('jobs that failed meanwhile are done again', limit, async () => {
  for (const { platform } of [server, worker])
    await until(
      async () => (await platform.db.reader.rows(sql`select from graphile_worker.jobs where last_error is not null`)).length === 0,
    );
});
