/** Looks at content that the tables name. */
import { blobPath } from '../../../core/blobs/blob-store.ts';
import { faultOf } from '../../../core/blobs/fault-of.ts';
import type { ExpectedContent, ContentFault } from '../../../core/blobs/known-content.ts';
import type { Platform } from '../../../core/platform/platform.ts';
import { deleteFaults, insertFaults, selectOwners, selectUnknownKeys } from './queries.ts';

/** What a look needs. */
export type Looking = Pick<Platform, 'db' | 'blobs' | 'content'>;

type Faulty = { key: string; fault: ContentFault };
/** Content with a fault, and what it belongs to. */
export type FaultyContent = Faulty & { owners: { name: string; remedy: string }[] };

/** Questions to the store at once. */
const AT_ONCE = 8;

/**
 * Looks at contents, reading those that `reads` names, and enters what is found; `fresh` are faults that were not known before. A fault is forgotten
 * where the content was read and is as it was.
 */
export async function lookAt(
  { db, blobs, content }: Looking,
  expected: readonly ExpectedContent[],
  reads: (one: ExpectedContent) => boolean,
): Promise<{ found: FaultyContent[]; fresh: FaultyContent[] }> {
  const faults: Faulty[] = [];
  const sound: string[] = [];
  const rest = expected[Symbol.iterator]();
  const work = async (): Promise<void> => {
    for (const one of rest) {
      const read = reads(one);
      const fault = await faultOf(blobs, one, read);
      if (fault) faults.push({ key: one.key, fault });
      else if (read || one.hash === null) sound.push(one.key);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  if (sound.length > 0) await deleteFaults(db.writer, sound);
  if (faults.length === 0) return { found: [], fresh: [] };
  const fresh = new Set((await insertFaults(db.writer, content, faults)).map(({ key }) => key));
  const found = await describe({ db, content }, faults);
  return { found, fresh: found.filter(({ key }) => fresh.has(key)) };
}

/** What faulty contents belong to; those that nothing names any more are left out. */
export async function describe({ db, content }: Pick<Looking, 'db' | 'content'>, faults: readonly Faulty[]): Promise<FaultyContent[]> {
  const keys = faults.map(({ key }) => key);
  const [owners, unknown] = await Promise.all([selectOwners(db.reader, content, keys), selectUnknownKeys(db.reader, keys, content)]);
  const gone = new Set(unknown.map(({ key }) => key));
  return faults
    .filter(({ key }) => !gone.has(key))
    .map((one) => ({ ...one, owners: owners.filter(({ key }) => key === one.key).map(({ name, remedy }) => ({ name, remedy })) }))
    .toSorted((one, other) => (one.key < other.key ? -1 : 1));
}

/** A fault in a sentence: what, whose, and what brings it back. */
export function sentenceOfFault({ key, fault, owners }: FaultyContent): string {
  const whose = owners.length === 0 ? 'an execution that has not ended' : owners.map(({ name }) => name).join(', ');
  const remedies = [...new Set(owners.map(({ remedy }) => remedy)), `put the file ${blobPath(key)} of the store back from a backup`];
  return `The content of ${whose} is ${fault}: ${remedies.join('; or ')}.`;
}
