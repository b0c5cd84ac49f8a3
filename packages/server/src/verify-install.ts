/** Compares the content that a database names with its store. */
import type { BlobStore } from './core/blobs/blob-store.ts';
import { withOpenDatabase } from './core/database/db.ts';
import { newestMigration } from './core/database/migrate.ts';
import { sql, type Tx } from './core/database/sql.ts';
import { StartError } from './core/base/start-error.ts';
import { features } from './api.ts';
import { sentenceOfFault, verifyContent, type Verified } from './features/system/content/index.ts';

/** The options and the output of a comparison; `read` compares bytes too. */
export type InstallCheckOptions = { read: boolean; onFault(sentence: string): void; onProgress(contents: number, bytes: number): void };

/** Checks all content of an install, and stores the faults; a server may run at the same time. Throws if the database is of another version. */
export const verifyInstall = (databaseUrl: string, blobs: BlobStore, options: InstallCheckOptions): Promise<Verified> =>
  withOpenDatabase(databaseUrl, async (db) => {
    await requireOwnVersion(db.reader);
    const content = features.flatMap((feature) => feature.content ?? []);
    return verifyContent({ db, blobs, program: { content } }, { ...options, onFault: (fault) => options.onFault(sentenceOfFault(fault)) });
  });

/** Requires a database of this version, because a command of this version knows only the tables of this version. */
export async function requireOwnVersion(tx: Tx): Promise<void> {
  const { hasTable } = await tx.only<{ hasTable: boolean }>(sql`select to_regclass('schema_migration') is not null as "hasTable"`);
  if (!hasTable) throw new StartError('The database holds no install of Millrace: check DATABASE_URL.');
  const { newest } = await tx.only<{ newest: string | null }>(sql`select max(name) as newest from schema_migration`);
  if (newest !== (await newestMigration()))
    throw new StartError('The database is that of another version of Millrace: run the command of the version of its server.');
}
