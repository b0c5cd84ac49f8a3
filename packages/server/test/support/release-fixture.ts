/**
 * What is kept of a release: its migrations by name and checksum, every row of a small install as that release wrote it, the files of its blob folder,
 * and what its API answered. The schema is that of its migrations, which are never edited; rows are restored into it, and then it is upgraded.
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

/** Where the fixtures lie, a folder for each version. */
export const RELEASES = fileURLToPath(new URL('../releases/', import.meta.url));

/** What is said of a release beside its rows; the answers are those of its API, by route. */
export type Release = { version: string; migrations: Record<string, string>; scene: Scene };

/** The versions of which a fixture is kept. */
export const keptReleases = (): string[] =>
  readdirSync(RELEASES, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted();

/** The versions that the change log names as released: headings such as `## 0.1.0 - 2026-11-22`. */
export const releasedVersions = (changelog: string): string[] =>
  [...changelog.matchAll(/^## \[?(\d+\.\d+\.\d+)\]?(?=\s|$)/gm)].map(([, version = '']) => version);

/** Reads what is said of a release. */
export const readRelease = (version: string): Release =>
  JSON.parse(readFileSync(join(RELEASES, version, 'release.json'), 'utf8')) as Release;

/** The key of the install of a fixture; nothing else has it. */
export const fixtureKey = (version: string): string => createHash('sha256').update(`fixture of ${version}`).digest('base64');

/** Tables whose rows say only which processes there were. */
const TRANSIENT = ['schema_migration', 'api_presence', 'job_worker'];

const TABLES = `
  select c.relname as name
  from pg_class c
  where c.relnamespace = 'public'::regnamespace
    and c.relkind in ('r', 'p')
    and not c.relispartition
    and c.relname <> all ($1::text[])
  order by c.relname collate "C"`;

/** Writes the fixture of a version from a database and the home folder of its install; one that is there is replaced. */
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

/** Restores the database of a release into an empty one, as that release left it, and its blobs into a home folder. */
export async function restoreRelease(version: string, databaseUrl: string, home: string): Promise<void> {
  const folder = join(RELEASES, version);
  const { migrations } = readRelease(version);
  const released: Migration[] = (await readMigrations()).filter(({ name }) => name in migrations);
  await migrate(databaseUrl, released);
  await migrateJobs(databaseUrl);
  const rows = readFileSync(join(folder, 'rows.jsonl'), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => oneOf(JSON.parse(line) as Record<string, object>));
  await asAdministrator(databaseUrl, async (client) => {
    // Rows refer to each other, and triggers have done their work already.
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

const oneOf = (line: Record<string, object>): [table: string, row: object] => Object.entries(line)[0] ?? ['', {}];

async function insertRows(client: Client, table: string, rows: readonly object[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).join(', ');
  await client.query(`insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb)`, [
    JSON.stringify(rows),
  ]);
}
