/** A database of its own for each test file, cloned from a migrated template. */
import { Client } from 'pg';
import { Database } from '../../src/core/database/db.ts';
import { createLog } from '../../src/core/observability/log.ts';
import { keepAllPartitions } from '../../src/core/database/partitions.ts';
import { logTable } from '../../src/features/monitoring/log-store/retention.ts';
import { prepareDatabase } from '../../src/server.ts';
import { partitioned } from '../../src/worker.ts';

const TEMPLATE = 'millrace_template';

/** The server on which tests make their databases; the test runner starts one and names it. */
export function testServerUrl(): string {
  const url = process.env['MILLRACE_TEST_DATABASE_URL'];
  if (!url) throw new Error('Run tests by "npm test": it starts the database that MILLRACE_TEST_DATABASE_URL names.');
  return url;
}

/** The same server, another database. */
export function databaseUrl(name: string, server = testServerUrl()): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.toString();
}

/** Makes the template that each test file clones; done once by the test runner. */
export async function createTemplate(server: string): Promise<void> {
  await asAdministrator(server, async (client) => {
    await client.query(`drop database if exists ${TEMPLATE}`);
    await client.query(`create database ${TEMPLATE}`);
  });
  const url = databaseUrl(TEMPLATE, server);
  await prepareDatabase(url);
  // Each server makes the partitions that are missing: here once for all test files.
  const db = new Database({ url, poolSize: 2, onError: () => undefined });
  await keepAllPartitions(db, createLog('silent'), [...partitioned, logTable], 60);
  await db.close();
}

/** Makes a database for one test file; `drop` removes it, also when connections are left. */
export async function createDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`;
  await asAdministrator(testServerUrl(), (client) => client.query(`create database ${name} template ${TEMPLATE} strategy file_copy`));
  return {
    url: databaseUrl(name),
    drop: async () => {
      await asAdministrator(testServerUrl(), (client) => client.query(`drop database if exists ${name} with (force)`));
    },
  };
}

/** Runs statements on the database server itself, beside all databases of tests. */
export async function asAdministrator(server: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
