/** Pairs of PostgreSQL servers, a primary and a standby that follows it by streaming replication, for tests and soaks. */
import { cp, mkdir, readFile, rm, writeFile, appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../src/embedded-postgres/start-embedded-postgres.ts';

/** A PostgreSQL of one region, in a folder of its own. */
export type RegionDatabase = { folder: string; postgres: EmbeddedPostgres };

/** Files of a data folder that belong to its process, and not to its state. */
const OF_THE_PROCESS = new Set(['postmaster.pid', 'postmaster.opts', 'pg_replslot', 'pg_stat_tmp', 'pg_notify', 'standby.signal']);

/** Starts the PostgreSQL of a folder, as a primary or as what its files say. */
export async function startRegionDatabase(folder: string): Promise<RegionDatabase> {
  await mkdir(folder, { recursive: true, mode: 0o711 });
  return { folder, postgres: await startEmbeddedPostgres({ folder: join(folder, 'postgres'), log: () => undefined, durable: false }) };
}

/**
 * Makes the folder a standby of a running primary, by a copy of its files, and starts it. What the folder held before is removed. The primary waits for
 * it with each commit if its setting `synchronous_standby_names` names `name`.
 */
export async function startStandby(primary: RegionDatabase, folder: string, name: string): Promise<RegionDatabase> {
  const [source, target] = [join(primary.folder, 'postgres'), join(folder, 'postgres')];
  await rm(target, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o711 });
  await mkdir(join(target, 'data'), { recursive: true, mode: 0o700 });
  const client = new Client({ connectionString: primary.postgres.tcpUrl });
  await client.connect();
  try {
    await client.query(
      `select pg_create_physical_replication_slot($1, true) where not exists (select from pg_replication_slots where slot_name = $1)`,
      [name],
    );
    await client.query(`select pg_backup_start($1, fast => true)`, [name]);
    await cp(join(source, 'data'), join(target, 'data'), {
      recursive: true,
      // PostgreSQL may remove a file while its folder is copied.
      filter: (path) => !OF_THE_PROCESS.has(path.slice(join(source, 'data').length + 1)),
    });
    const { rows } = await client.query<{ labelfile: string }>(`select labelfile from pg_backup_stop(wait_for_archive => false)`);
    await writeFile(join(target, 'data', 'backup_label'), rows[0]?.labelfile ?? '');
  } finally {
    await client.end();
  }
  for (const missing of ['pg_replslot', 'pg_stat_tmp', 'pg_notify']) await mkdir(join(target, 'data', missing), { recursive: true });
  await writeFile(join(target, 'password'), await readFile(join(source, 'password')), { mode: 0o600 });
  await writeFile(join(target, 'data', 'standby.signal'), '');
  await follow(join(target, 'data'), primary.postgres, name);
  return startRegionDatabase(folder);
}

/** Writes where a standby gets its changes from. */
async function follow(data: string, primary: EmbeddedPostgres, name: string): Promise<void> {
  const { hostname, port, username, password } = new URL(primary.tcpUrl);
  const address = `host=${hostname} port=${port} user=${username} password=${decodeURIComponent(password)} application_name=${name}`;
  await appendFile(join(data, 'own.conf'), `primary_conninfo = '${address}'\nprimary_slot_name = '${name}'\n`);
}

/** Sets a setting of a running PostgreSQL that needs no restart. */
export async function setSetting({ postgres }: RegionDatabase, name: string, value: string): Promise<void> {
  await ask(postgres.tcpUrl, `alter system set ${name} = '${value}'`);
  await ask(postgres.tcpUrl, 'select pg_reload_conf()');
}

/** Runs a statement and returns its rows. */
export async function ask<Row extends object>(url: string, statement: string, values: unknown[] = []): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(statement, values)).rows;
  } finally {
    await client.end();
  }
}
