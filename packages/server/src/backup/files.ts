/** The files of a backup: the manifest, which is written last, and compressed files, which are checked by the hash of their bytes. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable, Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { StartError } from '../core/base/start-error.ts';
import { createMeter } from '../core/blobs/staging.ts';
import type { Migration } from '../core/database/migrate.ts';
import { operatorCommandText } from '../core/base/operator-command-text.ts';

/** The format of backups that this version writes and reads. */
export const BACKUP_FORMAT = 1;
/** The files and folders of a backup. */
export const BACKUP_PARTS = {
  manifest: 'manifest.json',
  newManifest: 'manifest.json.new',
  key: 'key',
  database: 'database',
  content: 'content',
  list: 'content.jsonl.gz',
  incomplete: 'incomplete',
} as const;

/** A compressed file of a backup: the number of its rows, and the SHA-256 of its bytes. */
export type HashedFile = { rows: number; sha256: string };
/** A copied table. The tables of a manifest are ordered so that each comes after the tables that it refers to. */
export type CopiedTable = HashedFile & { name: string; columns: string[] };
/** A partition; default partitions are left out. */
export type CopiedPartition = { table: string; name: string; from: string; to: string; storage: string[] };

/** The content of `manifest.json`. */
export type Manifest = {
  format: typeof BACKUP_FORMAT;
  id: string;
  /** The time of the state in the backup, by the clock of the database. */
  at: string;
  program: string;
  migrations: Pick<Migration, 'name' | 'checksum'>[];
  /** The canary, which identifies the right key, and whether the backup contains the key. */
  key: { canary: string; held: boolean };
  tables: CopiedTable[];
  partitions: CopiedPartition[];
  jobs: HashedFile;
  /** Undefined if the backup was made without content. */
  content: (HashedFile & { bytes: number }) | undefined;
};

/** A line of the list of content; `fault` is its fault at the time of the copy. */
export type ListedContent = { key: string; size: number; sha256: string; fault?: 'missing' | 'damaged' };

/** Returns the path of the file of a table, below the folder of the backup. */
export const tableFile = (name: string): string => join(BACKUP_PARTS.database, `${name}.copy.gz`);
/** The file of the jobs. They are not copied as tables, because the restored queue may have another version. */
export const JOBS_FILE = tableFile('jobs.of.the.queue');

/** The SHA-256 of a manifest, by which a restore sees that no byte of it has changed. */
const sealOf = (manifest: Manifest): string => createHash('sha256').update(JSON.stringify(manifest)).digest('hex');

/** Returns the text of `manifest.json`. */
export const manifestText = (manifest: Manifest): string => `${JSON.stringify({ ...manifest, seal: sealOf(manifest) }, undefined, 1)}\n`;

/** Reads the manifest of a backup; refuses an incomplete backup and another format. */
export async function readBackupManifest(folder: string): Promise<Manifest> {
  const file = join(folder, BACKUP_PARTS.manifest);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
    throw new StartError(
      `${folder} holds no complete backup: ${BACKUP_PARTS.manifest} is missing, which ${operatorCommandText('backup')} writes last. Name the folder of another backup.`,
    );
  });
  let manifest: Manifest;
  let seal: string | undefined;
  try {
    ({ seal, ...manifest } = JSON.parse(text) as Manifest & { seal?: string });
  } catch {
    throw new StartError(`${file} cannot be understood: the backup is damaged. Use another backup.`);
  }
  if (manifest.format !== BACKUP_FORMAT)
    throw new StartError(
      `${folder} is a backup of format ${manifest.format}, and this version knows format ${BACKUP_FORMAT}: restore it with the version that wrote it (${manifest.program}).`,
    );
  // Version 0.1.0 has written no seal.
  if (seal !== undefined && seal !== sealOf(manifest))
    throw new StartError(`The backup is damaged: ${file} was changed. Use another backup.`);
  return manifest;
}

/** Finds the migrations of a backup among those of this version; refuses a backup of a newer version, or with other migrations. */
export function migrationsOf(manifest: Manifest, ours: readonly Migration[]): Migration[] {
  return manifest.migrations.map(({ name, checksum }, index) => {
    const own = ours[index];
    if (own?.name !== name)
      throw new StartError(
        `The backup was made by a newer Millrace (${manifest.program}; it has ${name}): restore it with that version or a newer one.`,
      );
    if (own.checksum !== checksum)
      throw new StartError(
        `The migration ${name} of the backup differs from that of this version: restore it with the version that made it (${manifest.program}).`,
      );
    return own;
  });
}

/** Writes a stream compressed into a new file, and returns the SHA-256 of the file. */
export async function writeCompressed(path: string, content: Readable): Promise<string> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const meter = createMeter();
  await pipeline(content, createGzip({ level: 1 }), meter.step, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }));
  return meter.read().hash;
}

/** Refuses a file that is missing or changed. */
export async function requireUnchangedFile(path: string, sha256: string): Promise<void> {
  const digest = createHash('sha256');
  await pipeline(createReadStream(path), digest).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  if (digest.digest('hex') !== sha256) throw damagedFile(path);
}

/** Streams the content of a file into a stream. */
export const readCompressed = (path: string, into: Writable): Promise<void> => pipeline(createReadStream(path), createGunzip(), into);

/** Opens the content of a file as a stream. */
export function openCompressed(path: string): Transform {
  const unzipped = createGunzip();
  createReadStream(path)
    .on('error', (error) => unzipped.destroy(error))
    .pipe(unzipped);
  return unzipped;
}

/** Builds the refusal of a file that is missing or changed. */
export const damagedFile = (path: string): StartError =>
  new StartError(`The backup is damaged: ${path} is missing or was changed. Use another backup.`);
