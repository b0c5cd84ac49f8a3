/** Brings the database to the schema of this version: numbered files, forward only, each in its own transaction. Commands require that it has it. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { programVersion } from '../base/program-version.ts';
import { StartError } from '../base/start-error.ts';
import { DatabaseUnavailable, troubleOf } from './database-errors.ts';
import { openUnlimitedClient, type Client } from './driver.ts';
import { sql, type Tx } from './sql.ts';

const folder = new URL('../../../migrations/', import.meta.url);
/** The number of the lock under which starting processes wait for each other. Any number will do. */
const LOCK = 7_231_964;
const OLDEST_POSTGRES = 15;

/**
 * A migration file. `worksWith` is the oldest version that can work on a database after it; undefined for a migration after which only this version and
 * newer ones can. A line of the file says it: `-- works with 0.2.0`.
 */
export type Migration = { name: string; text: string; checksum: string; worksWith?: string | undefined };

const WORKS_WITH = /^-- works with (\d+\.\d+\.\d+)$/m;

/** A migration that a database has. */
type Applied = { name: string; checksum: string; works_with: string | null };

/** The migrations of this version in their order. */
export async function readMigrations(): Promise<Migration[]> {
  const names = await migrationNames();
  return Promise.all(
    names.map(async (name) => {
      return toMigration(name, await readFile(new URL(name, folder), 'utf8'));
    }),
  );
}

/** The migration in a file of this name with this text. */
export const toMigration = (name: string, text: string): Migration => ({
  name,
  text,
  checksum: createHash('sha256').update(text).digest('hex'),
  worksWith: WORKS_WITH.exec(text)?.[1],
});

/** The name of the newest migration of this version. */
export const newestMigration = async (): Promise<string> => (await migrationNames()).at(-1) ?? '';

const migrationNames = async (): Promise<string[]> => (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();

/** Reads whether a database holds an install of this version of Millrace, of another one, or none. */
export async function readInstallVersion(tx: Tx): Promise<'own' | 'other' | undefined> {
  const { hasTables } = await tx.only<{ hasTables: boolean }>(sql`
    select to_regclass('schema_migration') is not null and to_regclass('install') is not null as "hasTables"`);
  if (!hasTables) return undefined;
  const { newest } = await tx.only<{ newest: string | null }>(sql`select max(name) as newest from schema_migration`);
  return newest === (await newestMigration()) ? 'own' : 'other';
}

/** Requires a database of this version, because a command of this version knows only the tables of this version. */
export async function requireOwnVersion(tx: Tx): Promise<void> {
  const version = await readInstallVersion(tx);
  if (version === undefined) throw new StartError('The database holds no install of Millrace: check DATABASE_URL.');
  if (version === 'other')
    throw new StartError('The database is that of another version of Millrace: run the command of the version of its server.');
}

/**
 * Applies missing migrations. Returns the names of the applied ones. A database of a newer version is left as it is, if its migrations say that this
 * version works with them, and refused if not. A standby is left as it is; the error says `standby`.
 */
export async function migrate(url: string, migrations: readonly Migration[], version = programVersion()): Promise<string[]> {
  // A migration may take long, so it has no time limit.
  const client = await openUnlimitedClient(url, 'millrace migration');
  try {
    await requireSupportedServer(client);
    await client.query(`select pg_advisory_lock($1)`, [LOCK]);
    await client.query(`
      create table if not exists schema_migration (
        name text primary key,
        checksum text not null,
        applied_at timestamptz not null default now(),
        works_with text
      )`);
    await addMissingColumn(client);
    const { rows } = await client.query<Applied>('select name, checksum, works_with from schema_migration');
    const applied = new Map(rows.map((row) => [row.name, row]));
    requireUsable(migrations, applied, version);
    const missing = migrations.filter((migration) => !applied.has(migration.name));
    for (const migration of missing) await apply(client, migration);
    return missing.map((migration) => migration.name);
  } finally {
    await client.end();
  }
}

/**
 * Adds the column that 0.1.0 has not created. Only where it is missing: even a change that does nothing would wait for a running backup, and the health
 * checks of all processes would wait behind it.
 */
async function addMissingColumn(client: Client): Promise<void> {
  const { rows } = await client.query(`select from pg_attribute where attrelid = 'schema_migration'::regclass and attname = 'works_with'`);
  if (rows.length === 0) await client.query('alter table schema_migration add column works_with text');
}

async function requireSupportedServer(client: Client): Promise<void> {
  const { rows } = await client.query<{ version: number; standby: boolean }>(
    `select current_setting('server_version_num')::int / 10000 as version, pg_is_in_recovery() as standby`,
  );
  const version = rows[0]?.version ?? 0;
  if (version < OLDEST_POSTGRES)
    throw new StartError(`The database server is PostgreSQL ${version}; Millrace needs ${OLDEST_POSTGRES} or newer.`);
  if (rows[0]?.standby) throw new DatabaseUnavailable('standby', { nothingCommitted: true });
}

/**
 * Requires a database that this version can use, before its data are changed. An edition that was not released may have other migrations under the same
 * names, so only that edition can use its data.
 */
function requireUsable(migrations: readonly Migration[], applied: ReadonlyMap<string, Applied>, version: string): void {
  const known = new Map(migrations.map(({ name, checksum }) => [name, checksum]));
  const unknown = [...applied.keys()].filter((name) => !known.has(name)).toSorted();
  const changed = migrations.map(({ name }) => name).filter((name) => applied.has(name) && applied.get(name)?.checksum !== known.get(name));
  const newest = migrations.at(-1)?.name ?? '';
  if (changed.length === 0 && unknown.length > 0 && unknown.every((name) => name > newest)) {
    const hindering = unknown.find((name) => !worksWith(applied.get(name)?.works_with, version));
    if (hindering === undefined) return;
    throw new StartError(
      `The database was written by a newer Millrace (it has ${hindering}), and ${version} does not work with it: start that version or a newer one.`,
    );
  }
  const missing = migrations.map(({ name }) => name).filter((name) => !applied.has(name));
  const between = missing.filter((name) => [...applied.keys()].some((other) => other > name));
  const differing = [
    ...changed.map((name) => `${name} (its content differs)`),
    ...unknown.map((name) => `${name} (unknown here)`),
    ...(unknown.length + changed.length > 0 ? between.map((name) => `${name} (missing there)`) : []),
  ];
  if (differing.length === 0) return;
  throw new StartError(
    `The database was set up by an edition of Millrace that was not released, or is not this one. Differences: ${shortened(differing)}. ` +
      'Nothing was changed. To go on with its data, start the edition that set it up, or restore a backup that a release has written. ' +
      'To run this edition, give it another database: set DATABASE_URL, or MILLRACE_HOME for an embedded one.',
  );
}

/** Whether a version is at least the oldest one that works with a migration. */
const worksWith = (oldest: string | null | undefined, version: string): boolean =>
  typeof oldest === 'string' && version.localeCompare(oldest, 'en', { numeric: true }) >= 0;

const NAMES_SHOWN = 5;
const shortened = (names: readonly string[]): string =>
  names.slice(0, NAMES_SHOWN).join(', ') + (names.length > NAMES_SHOWN ? ` and ${names.length - NAMES_SHOWN} more` : '');

async function apply(client: Client, migration: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(`insert into schema_migration (name, checksum, works_with) values ($1, $2, $3)`, [
      migration.name,
      migration.checksum,
      migration.worksWith ?? null,
    ]);
    await client.query(migration.text);
    await client.query('commit');
  } catch (error) {
    // After a lost connection there is nothing to roll back.
    await client.query('rollback').catch(() => undefined);
    // The start waits until the database works again, and then goes on with this migration.
    const trouble = troubleOf(error);
    if (trouble === 'short' || trouble === 'unreachable') throw new DatabaseUnavailable(trouble, { cause: error });
    throw new Error(`Migration ${migration.name} failed: ${(error as Error).message}`, { cause: error });
  }
}
