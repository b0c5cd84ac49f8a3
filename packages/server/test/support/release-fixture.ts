/**
 * The fixture of a release: its migrations by name and checksum, the rows of a small install of that release, its blobs, and answers of its API.
 * A test creates the schema with those migrations, which are never edited, restores the rows, and then upgrades the database.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Client } from 'pg';
import { migrate, readMigrations, type Migration } from '../../src/core/database/migrate.ts';
import { migrateJobs } from '../../src/core/background/jobs.ts';
import { asAdministrator } from './database.ts';
import type { Scene } from './release-scene.ts';

/** The folder of the fixtures, with one folder for each version. */
export const RELEASES = fileURLToPath(new URL('../releases/', import.meta.url));

/** The version, the migrations and the scene of a release. */
export type Release = { version: string; migrations: Record<string, string>; scene: Scene };

/** Returns the versions with a fixture. */
export const keptReleases = (): string[] =>
  readdirSync(RELEASES, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted();

/** Returns the released versions in the change log, by headings such as `## 0.1.0 - 2026-11-22`. */
export const releasedVersions = (changelog: string): string[] =>
  [...changelog.matchAll(/^## \[?(\d+\.\d+\.\d+)\]?(?=\s|$)/gm)].map(([, version = '']) => version);

/** Reads `release.json` of a version. */
export const readRelease = (version: string): Release =>
  JSON.parse(readFileSync(join(RELEASES, version, 'release.json'), 'utf8')) as Release;

/** Returns the key of the install of a fixture. */
export const fixtureKey = (version: string): string => createHash('sha256').update(`fixture of ${version}`).digest('base64');

/** Tables that only describe running processes and migrations. */
const TRANSIENT = ['schema_migration', 'api_presence', 'job_worker'];

const TABLES = `
  select c.relname as name
  from pg_class c
  where c.relnamespace = 'public'::regnamespace
    and c.relkind in ('r', 'p')
    and not c.relispartition
    and c.relname <> all ($1::text[])
  order by c.relname collate "C"`;

/** Writes the fixture of a version from the database and the home folder of an install. Replaces an existing fixture. Returns its folder. */
export async function writeRelease(version: string, databaseUrl: string, home: string, scene: Scene): Promise<string> {
  const folder = join(RELEASES, version);
  const lines: string[] = [];
  await asAdministrator(databaseUrl, async (client) => {
    for (const { name } of (await client.query<{ name: string }>(TABLES, [TRANSIENT])).rows) {
      const { rows } = await client.query<{ row: string }>(`select to_jsonb(t)::text as row from ${name} t order by 1`);
      for (const { row } of rows) lines.push(`{"${name}": ${row}}`);
    }
  });
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'rows.jsonl'), `${lines.join('\n')}\n`);
  if (existsSync(join(home, 'blobs'))) await cp(join(home, 'blobs'), join(folder, 'blobs'), { recursive: true });
  const migrations = Object.fromEntries((await readMigrations()).map(({ name, checksum }) => [name, checksum]));
  const release: Release = { version, migrations, scene };
  await writeFile(join(folder, 'release.json'), `${JSON.stringify(release, undefined, 2)}\n`);
  return folder;
}

/** Restores the rows of a release into an empty database, and its blobs into a home folder. */
export async function restoreRelease(version: string, databaseUrl: string, home: string): Promise<void> {
  const folder = join(RELEASES, version);
  const { migrations } = readRelease(version);
  const released: Migration[] = (await readMigrations()).filter(({ name }) => name in migrations);
  await migrate(databaseUrl, released);
  await migrateJobs(databaseUrl);
  const rows = readFileSync(join(folder, 'rows.jsonl'), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => firstEntry(JSON.parse(line) as Record<string, object>));
  await asAdministrator(databaseUrl, async (client) => {
    // Without foreign keys and triggers: rows refer to each other, and triggers have already run.
    await client.query('set session_replication_role = replica');
    for (const name of new Set(rows.map(([table]) => table))) {
      await client.query(`delete from ${name}`);
      await insertRows(
        client,
        name,
        rows.filter(([table]) => table === name).map(([, row]) => row),
      );
    }
  });
  if (existsSync(join(folder, 'blobs'))) await cp(join(folder, 'blobs'), join(home, 'blobs'), { recursive: true });
}

const firstEntry = (line: Record<string, object>): [table: string, row: object] => Object.entries(line)[0] ?? ['', {}];

async function insertRows(client: Client, table: string, rows: readonly object[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).join(', ');
  await client.query(`insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb)`, [
    JSON.stringify(rows),
  ]);
}
