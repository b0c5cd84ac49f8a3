/** The content that the tables name, and the faults of content that the store has lost. */
import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import type { Sql } from '../database/sql.ts';
import type { BlobStore } from './blob-store.ts';

/** Queries of a feature about the content that its tables refer to. */
export type KnownContent = {
  /** A query of one column, the keys. Content whose key no feature has is removed from the store. */
  keys: Sql;
  /** A query of `ExpectedContent` for at most `most` keys after `key`, in ascending order. */
  after(key: string, most: number): Sql;
  /** A query of `ExpectedContent` for some keys. */
  of(keys: readonly string[]): Sql;
  /** A query of `ContentOwner` for some keys. */
  owners(keys: readonly string[]): Sql;
};

/** The content that the store should have under a key: `size` bytes with the SHA-256 `hash`; without a hash, at least `size` bytes. */
export type ExpectedContent = { key: string; size: number; hash: string | null };

/** The owner of content and the remedy for its loss, as two parts of a sentence. */
export type ContentOwner = { key: string; name: string; remedy: string };

/** A fault of content. */
export type ContentFault = 'missing' | 'damaged';

/** A key that is smaller than every key of content. */
export const BEFORE_ALL_KEYS = '00000000-0000-0000-0000-000000000000';

/**
 * Returns the fault of content in the store, or undefined; `compareHash`: compare the hash of its bytes, too, and not only its size. Throws if the store
 * cannot be reached.
 */
export async function faultOf(
  blobs: BlobStore,
  { key, size, hash }: ExpectedContent,
  compareHash: boolean,
): Promise<ContentFault | undefined> {
  const actual = await blobs.sizeOf(key);
  if (actual === undefined) return 'missing';
  if (hash === null ? actual < size : actual !== size) return 'damaged';
  if (!compareHash || hash === null) return undefined;
  const digest = createHash('sha256');
  try {
    await pipeline(blobs.read(key), digest);
    return digest.digest('hex') === hash ? undefined : 'damaged';
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT') return 'missing';
    if (code === 'EIO') return 'damaged';
    throw error;
  }
}
