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
import { firstIdAt } from '../../src/core/database/partitions.ts';
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

const recorded: ReadonlySet<string> = new Set(features.flatMap(({ endpoints }) => endpoints.filter(canChange).map(({ route }) => route)));

/** Entries of a call are at most this old. The index on ids finds them; there is none on request ids. */
const RECENT_MILLISECONDS = 600_000;

/** Fails unless a change left exactly one entry in the audit log, and a refusal none. So every test of an operation tests its record, too. */
async function leavesOneEntry({ db }: Platform, route: string, { query }: Sent, { status, headers }: Answer): Promise<void> {
  if (!recorded.has(route) || status >= 500) return;
  const { count } = await db.reader.only<{ count: number }>(sql`
    select count(*)
    from audit_entry
    where request_id = ${headers.get('x-request-id')}
      and id >= ${firstIdAt(new Date(Date.now() - RECENT_MILLISECONDS))}`);
  assert.equal(
    count,
    status < 400 && query?.['dryRun'] !== true ? 1 : 0,
    `${route} answered ${status} and left ${count} entries in the audit log`,
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

async function testServer({ server, home, end }: RunningServer, isDirect = true): Promise<TestServer> {
  const make = createMaker(server.platform);
  const administrator = await make.administratorToken();

  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => (stopped ??= checkNothingLeft(server.platform).finally(end));
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
        isWatching(route) || server.url === '' ? server.watchUrl : server.url,
        route,
        'token' in sent ? sent : { ...sent, token: administrator },
      );
      if (isDirect) await leavesOneEntry(server.platform, route, sent, answer);
      return answer;
    },
    count: (...tables) => countRows(server.platform, tables),
    files: () => filesBelow(join(home, 'blobs')),
  };
}

/** Returns whether a route is served by the port of the metrics. */
const isWatching = (route: string): boolean => /^\w+ \/metrics\b/.test(route);

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
async function checkNothingLeft(platform: Platform): Promise<void> {
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
  const counts: Record<string, number> = {};
  for (const table of tables) {
    // A table name cannot be a parameter; the database quotes it.
    const row = await db.reader.only<{ xml: string }>(sql`
      select (xpath('/row/n/text()', query_to_xml(format('select count(*) as n from %I', ${table}::text), false, true, '')))[1]::text as xml`);
    counts[table] = Number(row.xml);
  }
  return counts;
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}
