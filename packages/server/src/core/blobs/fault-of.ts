/** Checks stored content. */
import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import type { BlobStore } from './blob-store.ts';
import type { ExpectedContent, ContentFault } from './known-content.ts';

/** Returns the fault of content in the store, or undefined; `compareHash`: compare the hash of its bytes, too, and not only its size. */
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
