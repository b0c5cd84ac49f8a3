/** Restores a backup into an empty database and an empty store. Each step can be repeated, so that an interrupted restore can be run again. */
import { timingSafeEqual } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { migrateJobs } from '../core/background/jobs.ts';
import { StartError } from '../core/base/start-error.ts';
import { blobPath, type BlobStore } from '../core/blobs/blob-store.ts';
import { type CopyConnection, openCopyConnection } from '../core/database/copy-connection.ts';
import { withOpenDatabase } from '../core/database/db.ts';
import { migrate, readMigrations } from '../core/database/migrate.ts';
import { sql } from '../core/database/sql.ts';
import { continueEventNumbers } from '../features/events/outbox/index.ts';
import { requestEnds } from '../features/processing/plan-executions/index.ts';
import { endAllLive } from '../features/processing/task-executions/index.ts';
import { dropWindows } from '../features/processing/webhook-triggers/index.ts';
import { continueNumbers } from '../features/security/audit-log/index.ts';
import { canaryOf } from '../first-start.ts';
import type { Keys } from '../install-key.ts';
import { prepareDatabase } from '../server.ts';
import {
  requireUnchangedFile,
  type CopiedPartition,
  damagedFile,
  JOBS_FILE,
  type ListedContent,
  type Manifest,
  migrationsOf,
  openCompressed,
  BACKUP_PARTS,
  readCompressed,
  tableFile,
} from './files.ts';
import { Progress } from './progress.ts';
import { quotedNames } from './tables.ts';

/** The backup, and the database and store that receive it. `isRepeated`: an earlier restore of the same backup was interrupted. */
type RestoreOrder = {
  folder: string;
  manifest: Manifest;
  databaseUrl: string;
  blobs: BlobStore;
  withContent: boolean;
  isRepeated: boolean;
  say(line: string): void;
};

/** The number of restored rows and files, and of ended executions. */
export type Restored = EndedByRestore & { rows: number; files: number };

/** The files of content that are checked or put back at the same time. */
const CONCURRENCY = 4;

/**
 * Refuses a backup that is incomplete, damaged or newer than this version. It compares the bytes of every file that will be restored with the manifest
 * and the list of content, before the restore changes anything.
 */
export async function requireUsableBackup(
  folder: string,
  manifest: Manifest,
  withContent: boolean,
  say: (line: string) => void,
): Promise<void> {
  migrationsOf(manifest, await readMigrations());
  for (const partition of manifest.partitions) requirePartitionForm(partition);
  for (const { name, sha256 } of manifest.tables) await requireUnchangedFile(join(folder, tableFile(name)), sha256);
  await requireUnchangedFile(join(folder, JOBS_FILE), manifest.jobs.sha256);
  if (manifest.content === undefined) return;
  await requireUnchangedFile(join(folder, BACKUP_PARTS.list), manifest.content.sha256);
  if (withContent) say('Checking the backup …');
  const progress = new Progress((line) => say(`Checked ${line}`));
  await forEachContent(folder, async ({ key, size, sha256, fault }) => {
    if (fault === 'missing') return;
    const path = join(folder, BACKUP_PARTS.content, blobPath(key));
    if ((await stat(path).catch(() => undefined))?.size !== size) throw damagedFile(path);
    if (!withContent) return;
    await requireUnchangedFile(path, sha256);
    progress.countFile(size);
  });
}

/** Refuses keys that cannot decrypt the secrets of a backup. */
export function requireBackupKeys({ key }: Manifest, keys: Keys): void {
  const canary = Buffer.from(key.canary, 'hex');
  if (keys.some((candidate) => timingSafeEqual(canary, canaryOf(candidate)))) return;
  throw new StartError(
    'MILLRACE_KEY is not the key of this backup: set it to the key of the install that was backed up. No other key can decrypt its secrets.',
  );
}

/** Refuses a store with content. */
export async function requireEmptyStore(blobs: BlobStore): Promise<void> {
  // A negative age finds all content, even if the clock of the store is ahead.
  for await (const _ of blobs.olderThan(-86_400))
    throw new StartError(
      'The store of content is not empty: set MILLRACE_BLOB_FOLDER or MILLRACE_BLOB_STORE to an empty store. If it already holds the content of this install, add --without-content.',
    );
}

/**
 * Refuses a database that holds an install or something else, unless an interrupted restore of this backup has filled it; returns whether it has. Tables
 * of an install that never started, made by migrations that the backup knows, count as empty: an interrupted restore leaves such tables, too.
 */
export async function requireRestorableDatabase(databaseUrl: string, manifest: Manifest, isRepeated: boolean): Promise<boolean> {
  const connection = await openCopyConnection(databaseUrl, 'millrace restore');
  try {
    const notEmpty = new StartError('The database is not empty: set DATABASE_URL to an empty one. Nothing was changed.');
    const { tables } = await connection.tx.only<{ tables: string[] }>(sql`
      select coalesce(array_agg(c.relname::text), '{}') as tables
      from pg_class c
      where c.relnamespace = current_schema()::regnamespace
        and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f')`);
    if (tables.length === 0) return false;
    if (!tables.includes('schema_migration')) throw notEmpty;
    const migrations = await connection.tx.rows<{ name: string }>(sql`select name from schema_migration`);
    const known = new Set(manifest.migrations.map(({ name }) => name));
    const install = tables.includes('install')
      ? await connection.tx.one<{ key_canary: Buffer }>(sql`select key_canary from install`)
      : undefined;
    if (install === undefined) {
      if (migrations.some(({ name }) => !known.has(name))) throw notEmpty;
      return false;
    }
    if (isRepeated && install.key_canary.toString('hex') === manifest.key.canary) return true;
    throw notEmpty;
  } finally {
    await connection.close();
  }
}

/** Restores the content, then the database in one commit, and ends unfinished executions. Refuses as `requireRestorableDatabase` does. */
export async function restore(order: RestoreOrder): Promise<Restored> {
  const { manifest, databaseUrl, say } = order;
  const isFilled = await requireRestorableDatabase(databaseUrl, manifest, order.isRepeated);
  const files = order.withContent && manifest.content ? await putContentBack(order) : 0;
  if (isFilled) say('An interrupted restore of this backup has already filled the database.');
  else await fillDatabase(order);
  const applied = await prepareDatabase(databaseUrl);
  if (applied.length > 0) say(`The database was brought up to date (${applied.length} migrations).`);
  const ended = await endRestored(databaseUrl, manifest);
  return { ...ended, files, rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0) };
}

async function putContentBack({ folder, blobs, say }: RestoreOrder): Promise<number> {
  const progress = new Progress(say);
  let files = 0;
  await forEachContent(folder, async ({ key, size, sha256, fault }) => {
    if (fault === 'missing') return;
    const path = join(folder, BACKUP_PARTS.content, blobPath(key));
    const put = await blobs.putBack(key, createReadStream(path));
    // The file was right when the backup was checked.
    if (put.size !== size || put.hash !== sha256) {
      await blobs.remove(key);
      throw damagedFile(path);
    }
    files += 1;
    progress.countFile(size);
  });
  return files;
}

/** Does some work for each file of the list of content, for several at a time. */
async function forEachContent(folder: string, work: (content: ListedContent) => Promise<void>): Promise<void> {
  const list = readContentList(folder);
  const workInTurn = async (): Promise<void> => {
    for (let next = await list.next(); !next.done; next = await list.next()) await work(next.value);
  };
  // After a failure, the others do not go on through the whole list.
  await Promise.all(Array.from({ length: CONCURRENCY }, workInTurn)).finally(() => list.return(undefined));
}

async function* readContentList(folder: string): AsyncGenerator<ListedContent> {
  for await (const line of createInterface({ input: openCompressed(join(folder, BACKUP_PARTS.list)) }))
    yield JSON.parse(line) as ListedContent;
}

async function fillDatabase({ folder, manifest, databaseUrl, say }: RestoreOrder): Promise<void> {
  await migrate(databaseUrl, migrationsOf(manifest, await readMigrations()));
  await migrateJobs(databaseUrl);
  const progress = new Progress(say);
  const connection = await openCopyConnection(databaseUrl, 'millrace restore');
  try {
    await connection.send('begin');
    // A server that starts on this database waits for this lock until the database is filled.
    await connection.send('lock table install in exclusive mode');
    for (const partition of manifest.partitions) await makePartition(connection, partition);
    // Migrations write some rows, which the copies contain, too.
    for (const { name } of manifest.tables.toReversed()) await connection.send(`delete from ${quotedNames([name])}`);
    for (const { name, columns, rows } of manifest.tables) {
      await copyIn(connection, `${quotedNames([name])} (${quotedNames(columns)})`, join(folder, tableFile(name)), rows);
      progress.reportTable(name, rows);
    }
    await restoreJobs(connection, folder, manifest);
    await connection.send('commit');
    await connection.send(`analyze ${quotedNames(manifest.tables.map(({ name }) => name))}`);
  } finally {
    await connection.close();
  }
}

async function copyIn(connection: CopyConnection, target: string, path: string, expectedRows: number): Promise<void> {
  const { rows, count } = connection.copyIn(`copy ${target} from stdin`);
  await readCompressed(path, rows);
  if (count() !== expectedRows) throw damagedFile(path);
}

const NAME = /^[a-z][a-z0-9_]{0,62}$/;
const STORAGE = /^[a-z_.]+=[\w.]+$/;

function requirePartitionForm({ table, name, from, to, storage }: CopiedPartition): void {
  const isValid =
    NAME.test(table) &&
    NAME.test(name) &&
    [from, to].every((id) => /^[0-9a-f-]{36}$/.test(id)) &&
    storage.every((parameter) => STORAGE.test(parameter));
  if (!isValid) throw new StartError(`The backup has a malformed partition '${name}': it is damaged. Use another backup.`);
}

async function makePartition(connection: CopyConnection, { table, name, from, to, storage }: CopiedPartition): Promise<void> {
  const options = storage.length === 0 ? '' : ` with (${storage.join(', ')})`;
  await connection.send(`create table if not exists "${name}" partition of "${table}" for values from ('${from}') to ('${to}')${options}`);
}

/** Adds each job to the queue as a new one, so that no job is locked by a former process, and failed jobs are retried. */
async function restoreJobs(connection: CopyConnection, folder: string, { jobs }: Manifest): Promise<void> {
  await connection.send('create temporary table restored_job (job json not null) on commit drop');
  await copyIn(connection, 'restored_job (job)', join(folder, JOBS_FILE), jobs.rows);
  await connection.send(`
    select graphile_worker.add_job(
      r.job ->> 'task',
      payload => r.job -> 'payload',
      queue_name => r.job ->> 'queue',
      run_at => (r.job ->> 'run_at')::timestamptz,
      max_attempts => (r.job ->> 'max_attempts')::int,
      job_key => r.job ->> 'key',
      priority => (r.job ->> 'priority')::int,
      flags => case when json_typeof(r.job -> 'flags') = 'array' then array(select json_array_elements_text(r.job -> 'flags')) end)
    from restored_job r`);
}

/** The number of ended task executions and plan executions, and of dropped webhook calls that had not started an execution. */
type EndedByRestore = { executions: number; plans: number; calls: number };

/**
 * Ends the executions that were unfinished in the backup, in one commit: they may have continued after it, so that they must not run again. Plans
 * start no further steps. Entries of the audit log get numbers after those of the backup.
 */
const endRestored = (databaseUrl: string, { at }: Pick<Manifest, 'at'>): Promise<EndedByRestore> =>
  withOpenDatabase(databaseUrl, (db) =>
    db.transaction(async (tx) => {
      await continueNumbers(tx);
      await continueEventNumbers(tx);
      const plans = await requestEnds(tx, null, 'all');
      const executions = await endAllLive(
        tx,
        'INSTALL_RESTORED',
        `The install was restored from a backup of ${at}, in which this execution was unfinished. Start it again where a second run does no harm.`,
      );
      return { plans: plans.length, executions: executions.length, calls: await dropWindows(tx) };
    }),
  );
