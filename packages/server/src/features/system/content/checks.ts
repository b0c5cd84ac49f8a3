/** Checks content that the tables refer to: each day in the background, and at once for the command `npm run verify`. */
import type { Timer } from '../../../core/background/jobs.ts';
import { monotonicMilliseconds } from '../../../core/base/clock.ts';
import { blobPath } from '../../../core/blobs/blob-store.ts';
import { faultOf, type ContentFault, type ExpectedContent } from '../../../core/blobs/known-content.ts';
import type { Platform } from '../../../core/platform/platform.ts';
import {
  deleteFaults,
  releaseWalk,
  selectExpected,
  saveFaults,
  selectExpectedOf,
  selectOwners,
  selectUnknownKeys,
  takeFaults,
  takeWalk,
  updateWalk,
  type Walk,
} from './rows.ts';

/** The number of contents that are checked together. */
const BATCH = 500;

/** The parts of the platform that a check needs. */
type ContentPlatform = Pick<Platform, 'db' | 'blobs'> & { program: Pick<Platform['program'], 'content'> };

type FaultOfKey = { key: string; fault: ContentFault };
/** Content with a fault, and its owners. */
export type FaultyContent = FaultOfKey & { owners: { name: string; remedy: string }[] };

/** The maximum number of concurrent requests to the store. */
const CONCURRENCY = 8;

/**
 * Checks contents, reading the bytes of those for which `reads` returns true, and stores the faults. It deletes the fault of intact content that was read
 * or has no hash to compare. Returns all faults, and those that are new or changed (`fresh`).
 */
export async function checkBatch(
  { db, blobs, program: { content } }: ContentPlatform,
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
  const fresh = new Set((await saveFaults(db.writer, content, faults)).map(({ key }) => key));
  const found = await withOwners({ db, program: { content } }, faults);
  return { found, fresh: found.filter(({ key }) => fresh.has(key)) };
}

/** Adds the owners to faults, and leaves out the faults of content that no row refers to. */
async function withOwners(
  { db, program: { content } }: Pick<ContentPlatform, 'db'> & { program: Pick<ContentPlatform['program'], 'content'> },
  faults: readonly FaultOfKey[],
): Promise<FaultyContent[]> {
  const keys = faults.map(({ key }) => key);
  const [owners, unknown] = await Promise.all([selectOwners(db.reader, content, keys), selectUnknownKeys(db.reader, content, keys)]);
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

/** Milliseconds after which the next run of the timer continues the check. */
const RUN_MILLISECONDS = 20_000;
/** The maximum bytes that a daily check reads to compare their hash. It checks presence and size of all content. */
const READ_BYTES = 2 * 2 ** 30;

/**
 * Checks once a day whether the store has the content that the tables refer to: presence and size of all content, and the bytes of a part of it,
 * so that in days or weeks all bytes are read. It checks faults repeatedly, until they are repaired.
 */
export const checkContent: Timer = {
  name: 'check-content',
  milliseconds: 60_000,
  does: 'once a day checks whether the store has the content of the tables; repeats the check of missing content',
  async run(platform) {
    await checkFaults(platform);
    const walk = await takeWalk(platform.db.writer);
    if (!walk) return;
    try {
      await continueWalk(platform, walk);
    } finally {
      await releaseWalk(platform.db.writer);
    }
  },
};

async function continueWalk({ db, blobs, program: { content }, log }: Platform, walk: Walk): Promise<void> {
  const startedAt = monotonicMilliseconds();
  let { position, read_position: readPosition, read_bytes: readBytes } = walk;
  do {
    const batch = await selectExpected(db.reader, content, position, BATCH);
    const toRead = new Set<string>();
    for (const { key, size, hash } of batch) {
      if (hash === null || key <= readPosition || readBytes >= READ_BYTES) continue;
      toRead.add(key);
      readBytes += size;
      readPosition = key;
    }
    const { fresh } = await checkBatch({ db, blobs, program: { content } }, batch, ({ key }) => toRead.has(key));
    for (const fault of fresh) log.error({ key: fault.key, fault: fault.fault }, sentenceOfFault(fault));
    const last = batch.length < BATCH ? null : (batch.at(-1)?.key ?? null);
    // All bytes have been read: the next check reads from the first key again.
    if (last === null && readBytes < READ_BYTES) readPosition = '';
    await updateWalk(db.writer, { position: last, read_position: readPosition, read_bytes: readBytes });
    if (last === null) return;
    position = last;
  } while (monotonicMilliseconds() - startedAt < RUN_MILLISECONDS);
}

async function checkFaults({ db, blobs, program: { content }, log }: Platform): Promise<void> {
  const known = await takeFaults(db.writer, BATCH);
  if (known.length === 0) return;
  const referred = new Set((await withOwners({ db, program: { content } }, known)).map(({ key }) => key));
  const keys = known.map(({ key }) => key).filter((key) => referred.has(key));
  const expected: ExpectedContent[] = keys.length === 0 ? [] : await selectExpectedOf(db.reader, content, keys);
  const { found } = await checkBatch({ db, blobs, program: { content } }, expected, () => true);
  const faulty = new Set(found.map(({ key }) => key));
  const repaired = known.map(({ key }) => key).filter((key) => !faulty.has(key));
  if (repaired.length === 0) return;
  await deleteFaults(db.writer, repaired);
  log.info({ keys: repaired }, 'missing or damaged content is intact again, or no longer needed');
}

/** Younger content may belong to an upload whose row is not written yet. */
const YOUNG_SECONDS = 3600;

/** The result: checked contents and their bytes, the number of faults, and the number of contents in the store that no row refers to (`unnamed`). */
export type Verified = { contents: number; bytes: number; faults: number; unnamed: number };

type VerifyOptions = { read: boolean; onFault(fault: FaultyContent): void; onProgress(contents: number, bytes: number): void };

/**
 * Checks all content that the tables refer to, and reports each fault as it is found; `read`: compare the bytes, too. It stores faults as the daily
 * check does, so that a running server shows them.
 */
export async function verifyExpected(platform: ContentPlatform, { read, onFault, onProgress }: VerifyOptions): Promise<Verified> {
  const verified: Verified = { contents: 0, bytes: 0, faults: 0, unnamed: 0 };
  for (let position = '', more = true; more;) {
    const batch = await selectExpected(platform.db.reader, platform.program.content, position, BATCH);
    const { found } = await checkBatch(platform, batch, () => read);
    for (const fault of found) onFault(fault);
    verified.faults += found.length;
    verified.contents += batch.length;
    verified.bytes += batch.reduce((sum, { size }) => sum + size, 0);
    if (batch.length > 0) onProgress(verified.contents, verified.bytes);
    more = batch.length === BATCH;
    position = batch.at(-1)?.key ?? '';
  }
  return verified;
}

/** Checks all content that the tables refer to, as `verifyExpected`, and counts the content in the store that no row refers to. */
export async function verifyContent(platform: ContentPlatform, options: VerifyOptions): Promise<Verified> {
  const { db, blobs } = platform;
  const { content } = platform.program;
  const verified = await verifyExpected(platform, options);
  let keys: string[] = [];
  const countUnnamed = async (): Promise<void> => {
    const unknown = (await selectUnknownKeys(db.reader, content, keys)).map(({ key }) => key);
    verified.unnamed += unknown.length;
    await deleteFaults(db.writer, unknown);
    keys = [];
  };
  for await (const key of blobs.olderThan(YOUNG_SECONDS)) if (keys.push(key) === BATCH) await countUnnamed();
  await countUnnamed();
  return verified;
}
