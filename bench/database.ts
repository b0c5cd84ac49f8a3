/** One durable PostgreSQL for all contestants, with a database for each. */
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { startEmbeddedPostgres } from '../packages/server/src/core/database/embedded-postgres/start-embedded-postgres.ts';
import type { Stage } from './harness.ts';

/** A server on which contestants get empty databases. */
export type DatabaseServer = {
  /** An empty database; one of the same name is dropped first. */
  create(name: string): Promise<string>;
  drop(name: string): Promise<void>;
};

/** Starts the server that the product brings, as the product starts it. */
export async function startDatabaseServer(stage: Pick<Stage, 'folder' | 'onEnd'>): Promise<DatabaseServer> {
  await chmod(stage.folder, 0o711);
  const postgres = await startEmbeddedPostgres({ folder: join(stage.folder, 'postgres'), log: () => undefined });
  stage.onEnd(() => postgres.stop());
  const admin = new Client({ connectionString: postgres.url });
  await admin.connect();
  stage.onEnd(() => admin.end());
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) {
    const { rows } = await admin.query<{ value: string }>('select current_setting($1) as value', [setting]);
    if (rows[0]?.value !== 'on')
      throw new Error(`PostgreSQL runs with ${setting} = ${rows[0]?.value}: nobody is measured without durability.`);
  }
  const drop = async (name: string): Promise<void> => void (await admin.query(`drop database if exists bench_${name} with (force)`));
  return {
    drop,
    create: async (name) => {
      await drop(name);
      await admin.query(`create database bench_${name}`);
      // What the last contestant left to write must not be written during the next one's turn.
      await admin.query('checkpoint');
      return withDatabase(postgres.url, `bench_${name}`);
    },
  };
}

/** Runs statements on a connection of its own. */
export async function onDatabase<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

// A host that is the path of a socket is no host to `new URL`, so the name is put in by hand.
const withDatabase = (url: string, name: string): string => url.replace(/\/[^/]*$/, `/${name}`);
