/** One durable PostgreSQL server for all contestants, with one database for each. */
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { startEmbeddedPostgres } from '../packages/server/src/embedded-postgres/start-embedded-postgres.ts';
import type { Stage } from './contestant.ts';

/** A server that creates empty databases for contestants. */
export type DatabaseServer = {
  /** Creates an empty database and returns its address. Drops an existing database of that name, and this one at the end of the turn. */
  create(name: string, turn?: Pick<Stage, 'onEnd'>): Promise<string>;
};

/** Starts the embedded server of the product, with the settings of the product but for the number of connections. Throws without durability. */
export async function startDatabaseServer(stage: Pick<Stage, 'folder' | 'onEnd'>): Promise<DatabaseServer> {
  await chmod(stage.folder, 0o711);
  const folder = join(stage.folder, 'postgres');
  const start = (): ReturnType<typeof startEmbeddedPostgres> => startEmbeddedPostgres({ folder, log: () => undefined });
  // The first start creates the folder. Some benchmarks run all contestants at once, and their pools exceed the limit of one install.
  await (await start()).stop();
  await writeFile(join(folder, 'data', 'own.conf'), 'max_connections = 200\n');
  const postgres = await start();
  stage.onEnd(() => postgres.stop());
  const admin = await connectTo(postgres.url, stage);
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) {
    const { rows } = await admin.query<{ value: string }>('select current_setting($1) as value', [setting]);
    if (rows[0]?.value !== 'on') throw new Error(`PostgreSQL runs with ${setting} = ${rows[0]?.value}: benchmarks need durability.`);
  }
  const drop = async (name: string): Promise<void> => void (await admin.query(`drop database if exists bench_${name} with (force)`));
  return {
    create: async (name, turn) => {
      await drop(name);
      turn?.onEnd(() => drop(name));
      await admin.query(`create database bench_${name}`);
      // Without a checkpoint, unwritten pages of the previous contestant would be written during the next turn.
      await admin.query('checkpoint');
      return withDatabase(postgres.url, `bench_${name}`);
    },
  };
}

/** Opens a connection for a turn. */
export async function connectTo(url: string, turn: Pick<Stage, 'onEnd'>): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  turn.onEnd(() => client.end());
  return client;
}

/** Runs statements on a new connection. */
export async function onDatabase<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The process of the database server behind an address. */
export function postmasterOf(url: string): Promise<number> {
  return onDatabase(url, async (client) => {
    const { rows } = await client.query<{ folder: string }>(`select current_setting('data_directory') as folder`);
    return Number.parseInt(await readFile(join(rows[0]?.folder ?? '', 'postmaster.pid'), 'utf8'), 10);
  });
}

// `new URL` does not accept the path of a socket as the host, so the name is replaced in the text.
const withDatabase = (url: string, name: string): string => url.replace(/\/[^/]*$/, `/${name}`);
