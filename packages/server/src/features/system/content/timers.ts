/** Checks each day all content that the tables refer to. */
import { monotonicMilliseconds } from '../../../core/base/clock.ts';
import type { ExpectedContent } from '../../../core/blobs/known-content.ts';
import type { Timer } from '../../../core/background/jobs.ts';
import type { Platform } from '../../../core/platform/platform.ts';
import { withOwners, checkBatch, sentenceOfFault } from './check-content.ts';
import { deleteFaults, releaseWalk, selectExpected, selectExpectedOf, takeFaults, takeWalk, updateWalk } from './queries.ts';

const BATCH = 500;
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

async function continueWalk({ db, blobs, content, log }: Platform, walk: NonNullable<Awaited<ReturnType<typeof takeWalk>>>): Promise<void> {
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
    const { fresh } = await checkBatch({ db, blobs, content }, batch, ({ key }) => toRead.has(key));
    for (const fault of fresh) log.error({ key: fault.key, fault: fault.fault }, sentenceOfFault(fault));
    const last = batch.length < BATCH ? null : (batch.at(-1)?.key ?? null);
    // All bytes have been read: the next check reads from the first key again.
    if (last === null && readBytes < READ_BYTES) readPosition = '';
    await updateWalk(db.writer, { position: last, read_position: readPosition, read_bytes: readBytes });
    if (last === null) return;
    position = last;
  } while (monotonicMilliseconds() - startedAt < RUN_MILLISECONDS);
}

async function checkFaults({ db, blobs, content, log }: Platform): Promise<void> {
  const known = await takeFaults(db.writer, BATCH);
  if (known.length === 0) return;
  const referred = new Set((await withOwners({ db, content }, known)).map(({ key }) => key));
  const keys = known.map(({ key }) => key).filter((key) => referred.has(key));
  const expected: ExpectedContent[] = keys.length === 0 ? [] : await selectExpectedOf(db.reader, content, keys);
  const { found } = await checkBatch({ db, blobs, content }, expected, () => true);
  const faulty = new Set(found.map(({ key }) => key));
  const repaired = known.map(({ key }) => key).filter((key) => !faulty.has(key));
  if (repaired.length === 0) return;
  await deleteFaults(db.writer, repaired);
  log.info({ keys: repaired }, 'missing or damaged content is intact again, or no longer needed');
}
