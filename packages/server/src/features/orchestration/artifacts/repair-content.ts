/** Repairs the store: when content is uploaded again, it replaces a missing or damaged copy. */
import type { StoredBlob } from '../../../core/blobs/blob-store.ts';
import { faultOf } from '../../../core/blobs/fault-of.ts';
import type { Platform } from '../../../core/platform/platform.ts';
import { findContent } from './blob-queries.ts';

/**
 * Returns the key of stored content that has the hash of the file and is missing or damaged in the store, or undefined. It reads the stored bytes,
 * because damaged content may have the right size.
 */
export async function findFaultyCopy({ db, blobs }: Pick<Platform, 'db' | 'blobs'>, file: StoredBlob): Promise<string | undefined> {
  const stored = await findContent(db.reader, file.hash);
  return stored && (await faultOf(blobs, stored, true)) && stored.key;
}
