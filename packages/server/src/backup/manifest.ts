/** What a backup says of itself; it is written last, so a backup without it is none. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../core/base/start-error.ts';
import type { Migration } from '../core/database/migrate.ts';

/** The layout of backups that this version writes and reads. */
export const FORMAT = 1;
/** Files and folders of a backup. */
export const PARTS = {
  manifest: 'manifest.json',
  key: 'key',
  database: 'database',
  content: 'content',
  list: 'content.jsonl.gz',
  begun: 'incomplete',
} as const;

/** A file of a backup, by the SHA-256 of its bytes. */
export type Sealed = { rows: number; sha256: string };
/** A copied table, in an order in which none comes before one that it refers to. */
export type CopiedTable = Sealed & { name: string; columns: string[] };
/** A partition that is not the default one. */
export type CopiedPartition = { table: string; name: string; from: string; to: string; storage: string[] };

/** What `manifest.json` holds. */
export type Manifest = {
  format: typeof FORMAT;
  id: string;
  /** When the state was that of the backup, by the clock of the database. */
  at: string;
  program: string;
  migrations: Pick<Migration, 'name' | 'checksum'>[];
  /** What tells the key from others, and whether the backup holds the key itself. */
  key: { canary: string; held: boolean };
  tables: CopiedTable[];
  partitions: CopiedPartition[];
  jobs: Sealed;
  /** Undefined where the content was left out. */
  content: (Sealed & { bytes: number }) | undefined;
};

/** A line of the list of content: `fault` tells what was wrong with it when it was copied. */
export type ListedContent = { key: string; size: number; sha256: string; fault?: 'missing' | 'damaged' };

/** The file of a table. */
export const tableFile = (name: string): string => join(PARTS.database, `${name}.copy.gz`);
/** The file of the jobs: no table, since the queue that takes them may be of another version. */
export const JOBS_FILE = tableFile('jobs.of.the.queue');

/** Reads the manifest of a backup that is whole. */
export async function readBackupManifest(folder: string): Promise<Manifest> {
  const file = join(folder, PARTS.manifest);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
    throw new StartError(
      `${folder} holds no complete backup: ${PARTS.manifest} is missing, which npm run backup writes last. Name the folder of another one.`,
    );
  });
  let manifest: Manifest;
  try {
    manifest = JSON.parse(text) as Manifest;
  } catch {
    throw new StartError(`${file} cannot be understood: the backup is damaged. Use another one.`);
  }
  if (manifest.format !== FORMAT)
    throw new StartError(
      `${folder} is a backup of format ${manifest.format}, and this version knows format ${FORMAT}: restore it with the version that wrote it (${manifest.program}).`,
    );
  return manifest;
}

/** The migrations that a backup has, as those of this version; refuses a backup of a newer or of another one. */
export function migrationsOf(manifest: Manifest, ours: readonly Migration[]): Migration[] {
  return manifest.migrations.map(({ name, checksum }, index) => {
    const own = ours[index];
    if (own?.name !== name)
      throw new StartError(
        `The backup was made by a newer Millrace (${manifest.program}; it has ${name}): restore it with that version or a newer one.`,
      );
    if (own.checksum !== checksum)
      throw new StartError(
        `The backup was made by another edition of ${name}: restore it with the version that made it (${manifest.program}).`,
      );
    return own;
  });
}
