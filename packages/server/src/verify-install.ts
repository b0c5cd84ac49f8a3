/** Compares the content that a database names with its store. */
import type { BlobStore } from './core/blobs/blob-store.ts';
import { withOpenDatabase } from './core/database/db.ts';
import { requireOwnVersion } from './core/database/migrate.ts';
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
