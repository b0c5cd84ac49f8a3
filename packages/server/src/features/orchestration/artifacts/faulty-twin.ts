/** Content that is uploaded again is a chance to bring back what the store has lost. */
import type { StoredBlob } from '../../../core/blobs/blob-store.ts';
import { faultOf } from '../../../core/blobs/fault-of.ts';
import type { Platform } from '../../../core/platform/platform.ts';
import { selectKept } from './blob-queries.ts';

/**
 * The key of content that is equal to a file by its hash, is kept already, and is missing or damaged in the store; undefined where there is none. The
 * kept bytes are read for it: a size alone would not tell.
 */
export async function faultyTwin({ db, blobs }: Pick<Platform, 'db' | 'blobs'>, file: StoredBlob): Promise<string | undefined> {
  const twin = await selectKept(db.reader, file.hash);
  return twin && (await faultOf(blobs, twin, true)) && twin.key;
}
