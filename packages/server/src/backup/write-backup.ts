/** Writes a backup of a whole install into a folder. Servers may run meanwhile. */
import { copyFile, chmod, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { timingSafeEqual } from 'node:crypto';
import { features } from '../api.ts';
import { programVersion } from '../core/base/program-version.ts';
import type { BlobStore } from '../core/blobs/blob-store.ts';
import { openCopyConnection, type CopyConnection } from '../core/database/copy-connection.ts';
import { newId } from '../core/base/id.ts';
import { makeFolder, syncFolder } from '../core/base/folders.ts';
import { requireOwnVersion } from '../core/database/migrate.ts';
import { sql } from '../core/database/sql.ts';
import { StartError } from '../core/base/start-error.ts';
import { canaryOf } from '../first-start.ts';
import type { Keys } from '../install-key.ts';
import { ContentCopy } from './copy-content.ts';
import { Progress } from './progress.ts';
import {
  BACKUP_FORMAT,
  JOBS_FILE,
  manifestText,
  BACKUP_PARTS,
  tableFile,
  type CopiedTable,
  type ListedContent,
  type Manifest,
  type HashedFile,
  writeCompressed,
} from './files.ts';
import { quotedNames, selectPartitions, selectTables, type OwnTable } from './tables.ts';

/** The install to back up, and the folder of the backup. `keyFile` is copied; without it, the backup only has the canary of the key. */
export type BackupOrder = {
  folder: string;
  databaseUrl: string;
  blobs: BlobStore;
  keys: Keys;
  keyFile: string | undefined;
  withContent: boolean;
  say(line: string): void;
};

/** The largest number of attempts to take a snapshot; another one is needed if content was deleted while it was copied. */
const MAX_ATTEMPTS = 10;

/** Selects the fields of each job that the queue needs to add it again. */
const JOBS = `
  select json_build_object('task', t.identifier, 'queue', q.queue_name, 'payload', j.payload, 'run_at', j.run_at, 'max_attempts', j.max_attempts,
                           'key', j.key, 'priority', j.priority, 'flags', (select json_agg(f.flag) from jsonb_object_keys(j.flags) f (flag)))
  from graphile_worker._private_jobs j
  join graphile_worker._private_tasks t on t.id = j.task_id
  left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
  order by j.id`;

/** Writes the backup; returns its manifest and the faults of its content. A backup that fails leaves nothing behind. */
export async function writeBackup(order: BackupOrder): Promise<{ manifest: Manifest; faults: ListedContent[] }> {
  const existed = await prepareFolder(order.folder);
  const connections: CopyConnection[] = [];
  const connect = async (): Promise<CopyConnection> => {
    const connection = await openCopyConnection(order.databaseUrl, 'millrace backup');
    connections.push(connection);
    return connection;
  };
  try {
    await markIncomplete(order.folder);
    const live = await connect();
    await requireOwnVersion(live.tx);
    const written = await write(order, live, await connect());
    await finish(order.folder, written.manifest);
    return written;
  } catch (error) {
    await removeParts(order.folder).catch(() => undefined);
    if (!existed) await rmdir(order.folder).catch(() => undefined);
    throw unwritable(order.folder, error);
  } finally {
    for (const connection of connections) await connection.close().catch(() => undefined);
  }
}

async function write(
  order: BackupOrder,
  live: CopyConnection,
  snapshot: CopyConnection,
): Promise<{ manifest: Manifest; faults: ListedContent[] }> {
  const { folder, keyFile } = order;
  const canary = await requireCanary(live, order.keys);
  const progress = new Progress(order.say);
  const copy = new ContentCopy({
    folder,
    blobs: order.blobs,
    known: features.flatMap((feature) => feature.content ?? []),
    onFile: (bytes) => progress.countFile(bytes),
  });
  // Copy most of the content first, so that the rest takes only moments once the state is taken.
  if (order.withContent) for await (const listed of copy.copyAll(live.tx)) void listed;
  const { at, tables, content, faults } = await takeState(order, copy, live, snapshot);
  const migrations = await snapshot.tx.rows<{ name: string; checksum: string }>(sql`
    select name, checksum
    from schema_migration
    order by name`);
  const copied: CopiedTable[] = [];
  for (const { name, columns } of tables) {
    const source = `copy (select ${quotedNames(columns)} from "${name}") to stdout`;
    copied.push({ name, columns, ...(await copyOut(snapshot, source, join(folder, tableFile(name)))) });
    progress.reportTable(name, copied.at(-1)?.rows ?? 0);
  }
  const jobs = await copyOut(snapshot, `copy (${JOBS}) to stdout`, join(folder, JOBS_FILE));
  const partitions = await selectPartitions(snapshot.tx, tables);
  await snapshot.send('commit');
  if (keyFile !== undefined) {
    await copyFile(keyFile, join(folder, BACKUP_PARTS.key));
    await chmod(join(folder, BACKUP_PARTS.key), 0o600);
  }
  const key = { canary: canary.toString('hex'), held: keyFile !== undefined };
  const manifest = {
    format: BACKUP_FORMAT,
    id: newId(),
    at,
    program: programVersion(),
    migrations,
    key,
    tables: copied,
    partitions,
    jobs,
    content,
  } as const;
  return { manifest, faults };
}

type TakenState = { at: string; tables: OwnTable[]; content: Manifest['content']; faults: ListedContent[] };

/**
 * Begins a transaction with a snapshot of the database, and copies the content that the snapshot refers to. If such content is deleted meanwhile, it
 * takes a later snapshot.
 */
async function takeState(order: BackupOrder, copy: ContentCopy, live: CopyConnection, snapshot: CopyConnection): Promise<TakenState> {
  for (let attempt = 1; ; attempt += 1) {
    const tables = await selectTables(snapshot.tx);
    await snapshot.send('begin isolation level repeatable read read only');
    // The locks come before the snapshot: a partition that is dropped after the snapshot would be missing in it.
    await snapshot.send(`lock table ${quotedNames(tables.map(({ name }) => name))} in access share mode`);
    const { at } = await snapshot.tx.only<{ at: string }>(sql`select to_json(now())::text as at`);
    const taken = { at: JSON.parse(at) as string, tables };
    if (!order.withContent) return { ...taken, content: undefined, faults: [] };
    const list = join(order.folder, BACKUP_PARTS.list);
    const faults: ListedContent[] = [];
    let [rows, bytes] = [0, 0];
    const lines = async function* (): AsyncGenerator<string> {
      for await (const content of copy.copyAll(snapshot.tx)) {
        if (content.fault) faults.push(content);
        rows += 1;
        bytes += content.size;
        yield `${JSON.stringify(content)}\n`;
      }
    };
    const sha256 = await writeCompressed(list, Readable.from(lines()));
    const missing = faults.filter(({ fault }) => fault === 'missing').map(({ key }) => key);
    if (attempt === MAX_ATTEMPTS || !(await copy.isAnyDeleted(live.tx, missing))) {
      await copy.removeUnknown(snapshot.tx);
      return { ...taken, content: { rows, bytes, sha256 }, faults };
    }
    await snapshot.send('rollback');
    await rm(list);
  }
}

async function copyOut(snapshot: CopyConnection, source: string, path: string): Promise<HashedFile> {
  const { rows, count } = snapshot.copyOut(source);
  const sha256 = await writeCompressed(path, rows);
  return { rows: count(), sha256 };
}

/** Requires that the database holds an install, and that one of the keys is its key. Returns the canary of the key. */
async function requireCanary({ tx }: CopyConnection, keys: Keys): Promise<Buffer> {
  const install = await tx.one<{ key_canary: Buffer }>(sql`select key_canary from install`);
  if (!install) throw new StartError('The database holds no install yet: start the server once, then back it up.');
  if (!keys.some((key) => timingSafeEqual(install.key_canary, canaryOf(key))))
    throw new StartError('The key is not that of the database: set MILLRACE_HOME and MILLRACE_KEY to the values of the server.');
  return install.key_canary;
}

/** Creates a folder that only its owner can read, or uses an empty one. Removes the files of an interrupted backup. Returns whether it existed. */
async function prepareFolder(folder: string): Promise<boolean> {
  const entries = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw unwritable(folder, error);
  });
  try {
    if (entries?.includes(BACKUP_PARTS.incomplete)) await removeParts(folder);
    else if (entries !== undefined && entries.length > 0)
      throw new StartError(`${folder} is not empty: name a folder that does not exist yet.`);
    await makeFolder(folder, 0o700);
    await chmod(folder, 0o700);
  } catch (error) {
    throw unwritable(folder, error);
  }
  return entries !== undefined;
}

const markIncomplete = (folder: string): Promise<void> =>
  writeFile(join(folder, BACKUP_PARTS.incomplete), 'A backup is being written here, or was interrupted.\n', { mode: 0o600 });

async function removeParts(folder: string): Promise<void> {
  // The mark is removed last, so that after an interruption the remaining files still count as those of a backup.
  const parts = Object.values(BACKUP_PARTS).filter((name) => name !== BACKUP_PARTS.incomplete);
  for (const name of [...parts, BACKUP_PARTS.incomplete]) await rm(join(folder, name), { recursive: true, force: true });
}

async function finish(folder: string, manifest: Manifest): Promise<void> {
  const newManifest = join(folder, BACKUP_PARTS.newManifest);
  await writeFile(newManifest, manifestText(manifest), { mode: 0o600, flush: true });
  await rename(newManifest, join(folder, BACKUP_PARTS.manifest));
  await rm(join(folder, BACKUP_PARTS.incomplete));
  await syncFolder(folder);
}

const WRITE_ERROR_CODES = /^(?:ENOSPC|EDQUOT|EACCES|EPERM|EROFS|ENOTDIR|ENOENT|EEXIST|EIO)$/;

function unwritable(folder: string, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (!WRITE_ERROR_CODES.test(code)) return error;
  return new StartError(
    `The backup cannot be written into ${folder} (${code}): check its free space and permissions, or name another folder.`,
    { cause: error },
  );
}
