/** A separate database for each test file, cloned from a migrated template. */
import { Client } from 'pg';
import { Database } from '../../src/core/database/db.ts';
import { createLog } from '../../src/core/observability/log.ts';
import { maintainAllPartitions } from '../../src/core/database/partitions.ts';
import { logTable } from '../../src/features/monitoring/log-store/retention.ts';
import { prepareDatabase } from '../../src/server.ts';
import { partitioned } from '../../src/worker.ts';
import { addEarlierMonths } from './older-install.ts';

const TEMPLATE = 'millrace_template';

/** Returns the address of the server on which tests create their databases. The test runner starts it. */
export function testServerUrl(): string {
  const url = process.env['MILLRACE_TEST_DATABASE_URL'];
  if (!url) throw new Error('MILLRACE_TEST_DATABASE_URL is not set: run the tests by "npm test", which starts a database.');
  return url;
}

/** Returns the address of another database on the same server. */
export function databaseUrl(name: string, server = testServerUrl()): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.toString();
}

/** Creates the template that each test file clones. The test runner calls this once. */
export async function createTemplate(server: string): Promise<void> {
  await asAdministrator(server, async (client) => {
    await client.query(`drop database if exists ${TEMPLATE}`);
    await client.query(`create database ${TEMPLATE}`);
  });
  const url = databaseUrl(TEMPLATE, server);
  await prepareDatabase(url);
  // Each server creates missing partitions; here they are created once for all test files.
  const db = new Database({ url, poolSize: 2, onError: () => undefined });
  await maintainAllPartitions(db, createLog('silent'), [...partitioned, logTable], 60);
  await addEarlierMonths(db);
  await db.close();
}

/** Creates a database for a test file. `drop` removes it, also when connections are open. */
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

/** Runs `work` with a connection to the database server. */
export async function asAdministrator(server: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
