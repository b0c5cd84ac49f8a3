/** Pairs of PostgreSQL servers, a primary and a standby that follows it by streaming replication, for tests and soaks. */
import { appendFile, copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../src/embedded-postgres/start-embedded-postgres.ts';

/** A PostgreSQL of one region, in a folder of its own. */
export type RegionDatabase = { folder: string; postgres: EmbeddedPostgres };

/** Files of a data folder that belong to its process, and not to its state. */
const OF_THE_PROCESS = new Set(['postmaster.pid', 'postmaster.opts', 'standby.signal']);
/** Folders whose content a copy leaves out, as `pg_basebackup` does. A standby gets the log (`pg_wal`) from its primary. */
const COPIED_EMPTY = new Set([
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
]);

/** Starts the PostgreSQL of a folder, as a primary or as what its files say. `durable`: its data survive a power failure. */
export async function startRegionDatabase(folder: string, { durable = false } = {}): Promise<RegionDatabase> {
  await mkdir(folder, { recursive: true, mode: 0o711 });
  return { folder, postgres: await startEmbeddedPostgres({ folder: join(folder, 'postgres'), log: () => undefined, durable }) };
}

/**
 * Makes the folder a standby of a running primary, by a copy of its files, and starts it. The data that the folder had before are removed. The primary
 * waits for it with each commit if its setting `synchronous_standby_names` names `name`. `link` is the address by which the standby reaches its primary,
 * if not that of the primary.
 */
export async function startStandby(
  primary: RegionDatabase,
  folder: string,
  name: string,
  { durable = false, link = primary.postgres.tcpUrl } = {},
): Promise<RegionDatabase> {
  const [source, target] = [join(primary.folder, 'postgres'), join(folder, 'postgres')];
  await mkdir(folder, { recursive: true, mode: 0o711 });
  const port = await readFile(join(target, 'port'), 'utf8').catch(() => undefined);
  await rm(target, { recursive: true, force: true });
  const client = new Client({ connectionString: primary.postgres.tcpUrl });
  await client.connect();
  try {
    await client.query(
      `select pg_create_physical_replication_slot($1, true) where not exists (select from pg_replication_slots where slot_name = $1)`,
      [name],
    );
    await client.query(`select pg_backup_start($1, fast => true)`, [name]);
    await copyData(join(source, 'data'), join(target, 'data'));
    const { rows } = await client.query<{ labelfile: string }>(`select labelfile from pg_backup_stop(wait_for_archive => false)`);
    await writeFile(join(target, 'data', 'backup_label'), rows[0]?.labelfile ?? '');
  } finally {
    await client.end();
  }
  // A region keeps the address of its database.
  if (port !== undefined) await writeFile(join(target, 'port'), port);
  await writeFile(join(target, 'password'), await readFile(join(source, 'password')), { mode: 0o600 });
  await markAsStandby(folder);
  await follow(join(target, 'data'), link, name);
  return startRegionDatabase(folder, { durable });
}

/** Makes the next start of the PostgreSQL of a folder, which does not run, one of a standby: it accepts no writes. */
export const markAsStandby = (folder: string): Promise<void> => writeFile(join(folder, 'postgres', 'data', 'standby.signal'), '');

/** Copies the files of a running PostgreSQL, which may remove some of them meanwhile. */
async function copyData(source: string, target: string): Promise<void> {
  await mkdir(target, { recursive: true, mode: 0o700 });
  const isGone = (error: NodeJS.ErrnoException): undefined => {
    if (error.code !== 'ENOENT') throw error;
  };
  for (const entry of (await readdir(source, { withFileTypes: true }).catch(isGone)) ?? []) {
    const [from, to] = [join(source, entry.name), join(target, entry.name)];
    if (COPIED_EMPTY.has(entry.name)) await mkdir(to, { mode: 0o700 });
    else if (entry.isDirectory()) await copyData(from, to);
    else if (!OF_THE_PROCESS.has(entry.name)) await copyFile(from, to).catch(isGone);
  }
}

/** Writes where a standby gets its changes from. */
async function follow(data: string, link: string, name: string): Promise<void> {
  const { hostname, port, username, password } = new URL(link);
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
