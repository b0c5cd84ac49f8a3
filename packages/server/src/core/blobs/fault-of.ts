/** Whether the store still holds content as it was. */
import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import type { BlobStore } from './blob-store.ts';
import type { ExpectedContent, ContentFault } from './known-content.ts';

/** What is wrong with content in the store; `read`: its bytes are compared as well, and not only its size. */
export async function faultOf(blobs: BlobStore, { key, size, hash }: ExpectedContent, read: boolean): Promise<ContentFault | undefined> {
  const found = await blobs.sizeOf(key);
  if (found === undefined) return 'missing';
  if (hash === null ? found < size : found !== size) return 'damaged';
  if (!read || hash === null) return undefined;
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
