/** Checks content that the tables refer to. */
import { blobPath } from '../../../core/blobs/blob-store.ts';
import { faultOf } from '../../../core/blobs/fault-of.ts';
import type { ExpectedContent, ContentFault } from '../../../core/blobs/known-content.ts';
import type { Platform } from '../../../core/platform/platform.ts';
import { deleteFaults, insertFaults, selectOwners, selectUnknownKeys } from './queries.ts';

/** The parts of the platform that a check needs. */
export type ContentPlatform = Pick<Platform, 'db' | 'blobs' | 'content'>;

type FaultOfKey = { key: string; fault: ContentFault };
/** Content with a fault, and its owners. */
export type FaultyContent = FaultOfKey & { owners: { name: string; remedy: string }[] };

/** The maximum number of concurrent requests to the store. */
const CONCURRENCY = 8;

/**
 * Checks contents, reading the bytes of those for which `reads` returns true, and stores the faults. It deletes the fault of content that was read
 * and is intact. Returns all faults, and those that are new (`fresh`).
 */
export async function checkBatch(
  { db, blobs, content }: ContentPlatform,
  expected: readonly ExpectedContent[],
  reads: (content: ExpectedContent) => boolean,
): Promise<{ found: FaultyContent[]; fresh: FaultyContent[] }> {
  const faults: FaultOfKey[] = [];
  const intact: string[] = [];
  const rest = expected[Symbol.iterator]();
  const work = async (): Promise<void> => {
    for (const item of rest) {
      const read = reads(item);
      const fault = await faultOf(blobs, item, read);
      if (fault) faults.push({ key: item.key, fault });
      else if (read || item.hash === null) intact.push(item.key);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  if (intact.length > 0) await deleteFaults(db.writer, intact);
  if (faults.length === 0) return { found: [], fresh: [] };
  const fresh = new Set((await insertFaults(db.writer, content, faults)).map(({ key }) => key));
  const found = await withOwners({ db, content }, faults);
  return { found, fresh: found.filter(({ key }) => fresh.has(key)) };
}

/** Adds the owners to faults, and leaves out the faults of content that no row refers to. */
export async function withOwners(
  { db, content }: Pick<ContentPlatform, 'db' | 'content'>,
  faults: readonly FaultOfKey[],
): Promise<FaultyContent[]> {
  const keys = faults.map(({ key }) => key);
  const [owners, unknown] = await Promise.all([selectOwners(db.reader, content, keys), selectUnknownKeys(db.reader, keys, content)]);
  const unknownKeys = new Set(unknown.map(({ key }) => key));
  return faults
    .filter(({ key }) => !unknownKeys.has(key))
    .map((fault) => ({ ...fault, owners: owners.filter(({ key }) => key === fault.key).map(({ name, remedy }) => ({ name, remedy })) }))
    .toSorted((one, other) => (one.key < other.key ? -1 : 1));
}

/** Describes a fault in a sentence: the owners, the fault and the remedies. */
export function sentenceOfFault({ key, fault, owners }: FaultyContent): string {
  const ownerNames = owners.length === 0 ? 'an execution that has not ended' : owners.map(({ name }) => name).join(', ');
  const remedies = [...new Set(owners.map(({ remedy }) => remedy)), `put the file ${blobPath(key)} of the store back from a backup`];
  return `The content of ${ownerNames} is ${fault}: ${remedies.join('; or ')}.`;
}
