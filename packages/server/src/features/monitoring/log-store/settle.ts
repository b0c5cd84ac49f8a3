/** Gives the logs of ended executions their final form and place. */
import { Readable } from 'node:stream';
import { CHUNK_LINES, compressText, factsOf } from '@millrace/contract/log-chunks';
import type { Timer } from '../../../core/jobs.ts';
import type { Platform } from '../../../core/platform.ts';
import type { ChunkRow } from './chunk-queries.ts';
import { chunkText, readChunks } from './read-log.ts';
import { lockChunks, markSettled, replaceChunks, selectUnsettled, type Settled } from './settle-queries.ts';

/** Text of a settled chunk: what a page unpacks at most to show a line. */
const TEXT_BYTES = 2 ** 20;
/** Logs up to this size stay in the database: an object of a store costs more than a row. */
const SMALL_BYTES = 2 ** 16;
const NOTHING = Buffer.alloc(0);
/** Logs that are settled in one run. */
const MOST = 100;

/** Settles the logs of executions that have ended, and the older part of those that go on in very many small chunks. */
export const settleLogs: Timer = {
  name: 'settle-logs',
  milliseconds: 10_000,
  async run(platform) {
    const waiting = await selectUnsettled(platform.db.reader, MOST);
    const single = waiting.filter((one) => one.chunks === 1 && one.bytes <= SMALL_BYTES);
    if (single.length > 0)
      await markSettled(
        platform.db.writer,
        single.map((one) => one.id),
      );
    for (const { id, end, bytes } of waiting.filter((one) => !single.some((other) => other.id === one.id)))
      await settle(platform, id, end, bytes);
  },
};

/** Content is written before the rows that point to it: a crash in between leaves an object that nothing knows, which the collector removes. */
async function settle({ db, blobs }: Platform, execution: string, end: number, bytes: number): Promise<void> {
  const settled: Settled[] = [];
  const before: number[] = [];
  const joined = joinedChunks({ db, blobs }, execution, end, before);
  const key = bytes > SMALL_BYTES ? (await blobs.put(Readable.from(placed(joined, settled)))).key : undefined;
  if (key === undefined) for await (const one of joined) settled.push(one);
  const kept = await db.transaction(async (tx) => {
    // Somebody else may have settled or deleted it meanwhile.
    const there = await lockChunks(tx, execution, end);
    if (there.length !== before.length || there.some((index, place) => index !== before[place])) return false;
    await replaceChunks(tx, execution, end, settled, key);
    return true;
  });
  if (!kept && key !== undefined) await blobs.remove(key);
}

/** The content of an object: chunks one after the other; where each one lies is written down in `settled`. */
async function* placed(joined: AsyncIterable<Settled>, settled: Settled[]): AsyncGenerator<Buffer> {
  let offset = 0;
  for await (const one of joined) {
    yield one.data;
    settled.push({ ...one, data: NOTHING, bytes: one.data.length, offset });
    offset += one.data.length;
  }
}

/** Joins neighbouring chunks that were written by the same clock. */
async function* joinedChunks(
  { db, blobs }: Pick<Platform, 'db' | 'blobs'>,
  execution: string,
  end: number,
  before: number[],
): AsyncGenerator<Settled> {
  let texts: Buffer[] = [];
  let group: { shift: number; lines: number; bytes: number; end: number } | undefined;
  const flush = (): Settled | undefined => {
    if (!group) return undefined;
    const text = Buffer.concat(texts);
    const { firstAt, lastAt, ...facts } = factsOf(text);
    const { shift } = group;
    texts = [];
    return {
      ...facts,
      firstAt: firstAt + shift,
      lastAt: lastAt + shift,
      executionId: execution,
      endIndex: group.end,
      clockShift: shift,
      data: compressText(text),
      bytes: 0,
      offset: 0,
    };
  };
  for await (const chunk of readChunks(db.reader, execution, { from: 0, to: end })) {
    if (chunk.settled) continue;
    before.push(chunk.end_index);
    const text = await chunkText({ blobs }, chunk);
    if (group && !fits(group, chunk, text)) {
      const full = flush();
      group = undefined;
      if (full) yield full;
    }
    texts.push(text);
    group = {
      shift: chunk.clock_shift,
      lines: (group?.lines ?? 0) + chunk.lines,
      bytes: (group?.bytes ?? 0) + text.length,
      end: chunk.end_index,
    };
  }
  const last = flush();
  if (last) yield last;
}

const fits = (group: { shift: number; lines: number; bytes: number }, chunk: ChunkRow, text: Buffer): boolean =>
  chunk.clock_shift === group.shift && group.lines + chunk.lines <= CHUNK_LINES && group.bytes + text.length <= TEXT_BYTES;
