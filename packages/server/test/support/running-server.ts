/** Servers of tests: one that the files of a process share, in turn, and servers of a single file. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../src/settings/config.ts';
import { createLog, LogDestination } from '../../src/core/observability/log.ts';
import { sql, type Tx } from '../../src/core/database/sql.ts';
import { addCommandLineClient } from '../../src/features/oauth/oauth-clients/index.ts';
import { createFirstTenant } from '../../src/first-start.ts';
import { startServer, type Server } from '../../src/server.ts';
import { createDatabase } from './database.ts';
import { processWide } from './process-wide.ts';

/** A server with its home folder; `end` says that the file needs it no more. */
export type RunningServer = { server: Server; home: string; end(): Promise<void> };

/** Settings of which a process of tests shares servers: none, and no background work. */
const SHARED: readonly Record<string, string>[] = [{}, { MILLRACE_ROLE: 'api' }];

const keyOf = (environment: Record<string, string>): string => JSON.stringify(environment);
const sharedKeys = new Set(SHARED.map(keyOf));
/** The shared servers that a file has at the moment. */
const taken = new Set<string>();

/** Starts a server with a database and a home folder of its own. `databaseAddress` may put a proxy before the database. */
export async function startRunningServer(
  environment: Record<string, string>,
  databaseAddress: (url: string) => Promise<string> = (url) => Promise.resolve(url),
): Promise<RunningServer> {
  const [database, home] = await Promise.all([createDatabase(), mkdtemp(join(tmpdir(), 'millrace-test-'))]);
  const config = readConfig({
    MILLRACE_HOME: home,
    MILLRACE_PORT: '0',
    MILLRACE_CHECK_ANSWERS: 'on',
    MILLRACE_ENGINE: 'none',
    // At the start, the timers open all allowed connections, and a connection takes longer than most tests.
    MILLRACE_DATABASE_CONNECTIONS: '4',
    // A test file makes more calls in a minute than a client.
    MILLRACE_TIER1_PER_MINUTE: '10000000',
    MILLRACE_TIER2_PER_MINUTE: '10000000',
    ...environment,
  });
  const log =
    environment['MILLRACE_LOG_LEVEL'] === undefined
      ? createLog('silent')
      : createLog(config.logLevel, new LogDestination(join(config.home, 'server.log')));
  const key = config.key === undefined ? randomBytes(32) : Buffer.from(config.key, 'base64');
  const server = await startServer(config, await databaseAddress(database.url), [key], log);
  const end = async (): Promise<void> => {
    await server.stop();
    await Promise.all([database.drop(), rm(home, { recursive: true, force: true })]);
  };
  return { server, home, end };
}

/**
 * Returns the server of the process for these settings, with empty tables but for a fresh tenant. Undefined if files share no server of these settings,
 * if the current file has it already, or if the process has one file only.
 */
export async function takeSharedServer(environment: Record<string, string>): Promise<RunningServer | undefined> {
  const key = keyOf(environment);
  // Without our runner, `node --test` runs one file in a process.
  if (process.send === undefined || !sharedKeys.has(key) || taken.has(key)) return undefined;
  taken.add(key);
  const { server, home } = await processWide(key, async () => {
    const running = await startRunningServer(environment);
    return { ...running, stop: running.end };
  });
  // Emptied at the end too: background work must not go on with what a file has left.
  const end = async (): Promise<void> => {
    await renew(server, home);
    taken.delete(key);
  };
  return { server, home, end };
}

/** Empties the tables and the store of a server, and adds a fresh tenant as the first start does. */
async function renew({ platform }: Server, home: string): Promise<void> {
  await platform.db.transaction(async (tx) => {
    await emptyTables(tx);
    await createFirstTenant(tx);
    await addCommandLineClient(tx);
  });
  for (const file of await readdir(join(home, 'blobs'), { recursive: true, withFileTypes: true }).catch(() => []))
    if (file.isFile()) await rm(join(file.parentPath, file.name), { force: true });
}

/**
 * Deletes all rows, except those of the install and of its running processes. Foreign keys and triggers are off meanwhile. Background work waits: a row
 * that it adds to one table would otherwise refer to a deleted row of another.
 */
const emptyTables = (tx: Tx): Promise<unknown> =>
  tx.rows(sql`
    do $$
    declare
      filled text;
    begin
      perform set_config('deadlock_timeout', '20ms', true);
      perform set_config('session_replication_role', 'replica', true);
      execute (select 'lock table ' || string_agg(oid::regclass::text, ', ' order by relname) || ' in share row exclusive mode'
               from pg_class
               where relnamespace = 'public'::regnamespace
                 and relkind in ('r', 'p')
                 and not relispartition
                 and relname not in ('api_presence', 'job_worker', 'database_clock'));
      for filled in
        select oid::regclass::text
        from pg_class
        where (relnamespace = 'public'::regnamespace
               and relname not in ('schema_migration', 'install', 'signing_key', 'api_presence', 'job_worker', 'database_clock', 'rate_count')
               or oid = 'graphile_worker._private_jobs'::regclass)
          and relkind = 'r'
          and pg_relation_size(oid) > 0
      loop
        execute 'delete from ' || filled;
      end loop;
      perform set_config('session_replication_role', 'origin', true);
    end
    $$`);
