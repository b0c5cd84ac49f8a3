/** A real server with its own database, called over HTTP. */
import { setTimeout as wait } from 'node:timers/promises';
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after } from 'node:test';
import type { Route } from '@millrace/contract';
import { features } from '../../src/api.ts';
import { canChange } from '../../src/core/http/changes.ts';
import type { Platform } from '../../src/core/platform/platform.ts';
import { sql } from '../../src/core/database/sql.ts';
import { createMaker, type Maker } from './make.ts';
import { startRunningServer, takeSharedServer, type RunningServer } from './running-server.ts';

/** The answer of a call. `body` is the parsed JSON. */
// oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape and compare them with literals
export type Answer = { status: number; body: any; headers: Headers };

/** The content of a call. */
export type Sent = {
  token?: string | undefined;
  path?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
  form?: FormData;
  headers?: Record<string, string>;
  /** The raw body, in place of `body`. */
  text?: string;
};

/** A running server for tests. */
export type TestServer = {
  url: string;
  /** The address of the metrics and the health of the process. */
  watchUrl: string;
  home: string;
  platform: Platform;
  make: Maker;
  /** Calls an operation by its route literal; by default as the administrator. `token: undefined` sends no token. */
  call(route: Route | (string & {}), sent?: Sent): Promise<Answer>;
  /** Counts the rows of tables, to show that a refusal changed nothing. */
  count(...tables: string[]): Promise<Record<string, number>>;
  /** Lists the files of the store of content. */
  files(): Promise<string[]>;
  stop(): Promise<void>;
};

/** The routes of which the audit log records each call that changes something. */
const recorded: ReadonlySet<string> = new Set(features.flatMap(({ endpoints }) => endpoints.filter(canChange).map(({ route }) => route)));

/** The number of entries that an answer must have left in the audit log. */
type ExpectedEntries = { requestId: string; answered: string; entries: number };

/** Returns what an answer must have left in the audit log: a change one entry, and a refusal none. */
function expectedEntries(route: string, { query }: Sent, { status, headers }: Answer): ExpectedEntries[] {
  if (!recorded.has(route) || status >= 500) return [];
  const entries = status < 400 && query?.['dryRun'] !== true ? 1 : 0;
  return [{ requestId: headers.get('x-request-id') ?? '', answered: `${route} answered ${status}`, entries }];
}

/** Fails unless the audit log has the expected entries of all answers. So every test of an operation tests its record, too. */
async function assertEntries({ db }: Platform, answers: readonly ExpectedEntries[]): Promise<void> {
  if (answers.length === 0) return;
  const rows = await db.reader.rows<{ request_id: string; entries: number }>(sql`
    select e.request_id, count(*) as entries
    from audit_entry e
    where e.request_id = any(${answers.map(({ requestId }) => requestId)}::text[])
    group by e.request_id`);
  const left = new Map(rows.map((row) => [row.request_id, row.entries]));
  const wrong = answers.filter(({ requestId, entries }) => (left.get(requestId) ?? 0) !== entries);
  assert.deepEqual(
    wrong.map(({ answered, requestId, entries }) => `${answered} and left ${left.get(requestId) ?? 0} entries, not ${entries}`),
    [],
    'the audit log differs from the answers',
  );
}

/**
 * Returns a server for the test file. Without special settings it is the server of the process, with empty tables but for a fresh tenant: the files of a
 * process have it in turn. With settings, or when the file has it already, it is a server of its own, which ends with the file.
 */
export async function startTestServer(environment: Record<string, string> = {}): Promise<TestServer> {
  return testServer((await takeSharedServer(environment)) ?? (await startRunningServer(environment)));
}

/** Starts a server of the file alone. `databaseAddress` returns the address of the database for the server, for example that of a proxy. */
export async function startOwnServer(
  environment: Record<string, string> = {},
  databaseAddress?: (url: string) => Promise<string>,
): Promise<TestServer> {
  return testServer(await startRunningServer(environment, databaseAddress), databaseAddress === undefined);
}

/** `isDirect`: nothing stands between server and database, so that the audit log must have the entries of all answers. */
async function testServer({ server, home, end }: RunningServer, isDirect = true): Promise<TestServer> {
  const make = createMaker(server.platform);
  const administrator = await make.administratorToken();
  const expected: ExpectedEntries[] = [];

  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => (stopped ??= checkAndEnd());
  async function checkAndEnd(): Promise<void> {
    try {
      await assertNothingLeft(server.platform);
      await assertEntries(server.platform, expected);
    } finally {
      // In any case, because a running server would keep the process of the tests alive.
      await end();
    }
  }
  after(stop);

  return {
    url: server.url,
    watchUrl: server.watchUrl,
    home,
    platform: server.platform,
    make,
    stop,
    call: async (route, sent = {}) => {
      const answer = await call(
        isOnWatchPort(route) || server.url === '' ? server.watchUrl : server.url,
        route,
        'token' in sent ? sent : { ...sent, token: administrator },
      );
      if (isDirect) expected.push(...expectedEntries(route, sent, answer));
      return answer;
    },
    count: (...tables) => countRows(server.platform, tables),
    files: () => filesBelow(join(home, 'blobs')),
  };
}

/** Returns whether a route is served by the port of the metrics. */
const isOnWatchPort = (route: string): boolean => /^\w+ \/metrics\b/.test(route);

async function call(url: string, route: string, { token, path = {}, query = {}, body, form, headers = {}, text }: Sent): Promise<Answer> {
  const [method = '', template = ''] = route.split(' ');
  const target = new URL(url + template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? '')));
  for (const [name, value] of Object.entries(query)) for (const item of [value].flat()) target.searchParams.append(name, String(item));
  const response = await fetch(target, {
    method,
    redirect: 'manual',
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...((body !== undefined || text !== undefined) && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(form ? { body: form } : text !== undefined ? { body: text } : body !== undefined && { body: JSON.stringify(body) }),
  });
  const answer = await response.text();
  assert.equal(
    response.headers.get('x-outside-contract'),
    null,
    `${route} answered ${response.status}, which its contract does not list: ${answer}`,
  );
  assert.match(response.headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/, 'an answer without a request id');
  const protections = ['cache-control', 'x-content-type-options'].map((name) => response.headers.get(name));
  assert.deepEqual(protections, ['no-store', 'nosniff'], 'an answer must forbid caching and content sniffing');
  const type = response.headers.get('content-type') ?? '';
  // The body of a streamed answer is its last line.
  const lastPart = type.startsWith('application/x-ndjson') ? (answer.trimEnd().split('\n').at(-1) ?? '') : answer;
  return {
    status: response.status,
    body: lastPart === '' ? undefined : type.includes('json') ? JSON.parse(lastPart) : lastPart,
    headers: response.headers,
  };
}

/** Fails if a transaction is still open, or a job has failed. */
async function assertNothingLeft(platform: Platform): Promise<void> {
  let { idle, jobs } = await leftovers(platform);
  // A timer may still be in a transaction.
  for (let tries = 0; idle > 0 && tries < 40; tries += 1) {
    await wait(50);
    ({ idle, jobs } = await leftovers(platform));
  }
  assert.equal(idle, 0, 'a transaction is still open');
  assert.equal(jobs, 0, 'a job has failed');
}

async function leftovers({ db }: Platform): Promise<{ idle: number; jobs: number }> {
  return db.reader.only(sql`
    select (select count(*)
            from pg_stat_activity
            where datname = current_database()
              and state like 'idle in transaction%') as idle,
           (select count(*)
            from graphile_worker.jobs
            where last_error is not null) as jobs`);
}

async function countRows({ db }: Platform, tables: readonly string[]): Promise<Record<string, number>> {
  // A table name cannot be a parameter of a statement; the database quotes it.
  const rows = await db.reader.rows<{ name: string; count: number }>(sql`
    select t.name,
           (xpath('/row/n/text()', query_to_xml(format('select count(*) as n from %I', t.name), false, true, '')))[1]::text::bigint as count
    from unnest(${[...tables]}::text[]) as t (name)`);
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}
