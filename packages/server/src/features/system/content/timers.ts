/** The look at all content that the tables name, day after day. */
import { monotonicMilliseconds } from '../../../core/base/clock.ts';
import type { ExpectedContent } from '../../../core/blobs/known-content.ts';
import type { Timer } from '../../../core/background/jobs.ts';
import type { Platform } from '../../../core/platform/platform.ts';
import { describe, lookAt, sentenceOfFault, type FaultyContent } from './look.ts';
import { deleteFaults, releaseWalk, selectExpected, selectExpectedOf, takeFaults, takeWalk, updateWalk } from './queries.ts';

const BATCH = 500;
/** Milliseconds after which a walk goes on at the next turn of the timer. */
const TURN = 20_000;
/** Bytes that a walk reads to compare them; presence and size of all content are looked at in any case. */
const READ_BYTES = 2 * 2 ** 30;

/**
 * Looks once a day whether the store holds what the tables name: presence and size of all, and the bytes of some, so that in days or weeks all are read.
 * What is missing or damaged is looked at again until it is not.
 */
export const checkContent: Timer = {
  name: 'check-content',
  milliseconds: 60_000,
  async run(platform) {
    await lookAgain(platform);
    const walk = await takeWalk(platform.db.writer);
    if (!walk) return;
    try {
      await goOn(platform, walk);
    } finally {
      await releaseWalk(platform.db.writer);
    }
  },
};

async function goOn({ db, blobs, content, log }: Platform, walk: NonNullable<Awaited<ReturnType<typeof takeWalk>>>): Promise<void> {
  const began = monotonicMilliseconds();
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
    const { fresh } = await lookAt({ db, blobs, content }, batch, ({ key }) => toRead.has(key));
    for (const one of fresh) tell(log, one);
    const last = batch.length < BATCH ? null : (batch.at(-1)?.key ?? null);
    // All has been read: the next walk begins to read at the first key.
    if (last === null && readBytes < READ_BYTES) readPosition = '';
    await updateWalk(db.writer, { position: last, read_position: readPosition, read_bytes: readBytes });
    if (last === null) return;
    position = last;
  } while (monotonicMilliseconds() - began < TURN);
}

async function lookAgain({ db, blobs, content, log }: Platform): Promise<void> {
  const known = await takeFaults(db.writer, BATCH);
  if (known.length === 0) return;
  const named = new Set((await describe({ db, content }, known)).map(({ key }) => key));
  const keys = known.map(({ key }) => key).filter((key) => named.has(key));
  const expected: ExpectedContent[] = keys.length === 0 ? [] : await selectExpectedOf(db.reader, content, keys);
  const { found } = await lookAt({ db, blobs, content }, expected, () => true);
  const faulty = new Set(found.map(({ key }) => key));
  const healed = known.map(({ key }) => key).filter((key) => !faulty.has(key));
  if (healed.length === 0) return;
  await deleteFaults(db.writer, healed);
  log.info({ keys: healed }, 'content that was missing or damaged is whole again, or not needed any more');
}

const tell = (log: Platform['log'], one: FaultyContent): void => log.error({ key: one.key, fault: one.fault }, sentenceOfFault(one));
