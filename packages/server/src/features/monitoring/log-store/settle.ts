/** Gives the logs of ended executions their final form and place. */
import { Readable } from 'node:stream';
import { CHUNK_LINES, ChunkFault, compressText, factsOf } from '@millrace/wire/log-chunks';
import type { Timer } from '../../../core/background/jobs.ts';
import type { Platform } from '../../../core/platform/platform.ts';
import { chunkText, readChunks } from './read-log.ts';
import { lockChunks, markSettled, replaceChunks, selectUnsettled, type Settled } from './settle-queries.ts';

/** Text of a settled chunk: what a page unpacks at most to show a line. More of it is more garbage, whose collection other pages wait for (ADR 24). */
const TEXT_BYTES = 2 ** 17;
const LINE_FEED = 10;
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
    const others = waiting.filter((one) => !single.includes(one));
    const failures: unknown[] = [];
    // Those first that need no store: where it is away, the others wait for it.
    for (const { id, end, bytes } of others.toSorted((one, other) => Number(one.bytes > SMALL_BYTES) - Number(other.bytes > SMALL_BYTES))) {
      try {
        await settle(platform, id, end, bytes);
      } catch (error) {
        failures.push(error);
        if (!(error instanceof ChunkFault)) break;
        platform.log.error({ err: error, execution: id }, 'a log cannot be given its final form');
      }
    }
    if (failures.length > 0) throw failures[0];
  },
};

/** Content is written before the rows that point to it: a crash in between leaves an object that nothing knows, which the collector removes. */
async function settle({ db, blobs }: Platform, execution: string, end: number, bytes: number): Promise<void> {
  const settled: Settled[] = [];
  const before: number[] = [];
  const final = finalChunks({ db, blobs }, execution, end, before);
  const key = bytes > SMALL_BYTES ? (await blobs.put(Readable.from(placed(final, settled)))).key : undefined;
  if (key === undefined) for await (const one of final) settled.push(one);
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
async function* placed(final: AsyncIterable<Settled>, settled: Settled[]): AsyncGenerator<Buffer> {
  let offset = 0;
  for await (const one of final) {
    yield one.data;
    settled.push({ ...one, data: NOTHING, bytes: one.data.length, offset });
    offset += one.data.length;
  }
}

/** Neighbouring lines that the same clock wrote: the indexes of the first of them and of the one behind the last, and their text. */
type Stretch = { shift: number; first: number; end: number; texts: Buffer[]; bytes: number };

/** Joins what came in small chunks and cuts what came in large ones. */
async function* finalChunks(
  { db, blobs }: Pick<Platform, 'db' | 'blobs'>,
  execution: string,
  end: number,
  before: number[],
): AsyncGenerator<Settled> {
  let stretch: Stretch | undefined;
  for await (const { chunk } of readChunks(db.reader, execution, { from: 0, to: end })) {
    if (chunk.settled) continue;
    before.push(chunk.end_index);
    const [shift, first] = [chunk.clock_shift, chunk.end_index - chunk.lines];
    if (stretch && (stretch.shift !== shift || stretch.end !== first)) yield* cut(execution, stretch, 0);
    if (stretch?.shift !== shift || stretch.end !== first) stretch = { shift, first, end: first, texts: [], bytes: 0 };
    stretch.texts.push(await chunkText({ blobs }, chunk));
    stretch.bytes += chunk.text_bytes;
    stretch.end = chunk.end_index;
    yield* cut(execution, stretch, TEXT_BYTES);
  }
  if (stretch) yield* cut(execution, stretch, 0);
}

/** Takes final chunks from the begin of a stretch while more than so many bytes are left of it. */
function* cut(execution: string, stretch: Stretch, rest: number): Generator<Settled> {
  if (stretch.bytes <= rest) return;
  let text = Buffer.concat(stretch.texts);
  while (text.length > rest) {
    const piece = text.subarray(0, lengthOfPiece(text));
    text = text.subarray(piece.length);
    const { firstAt, lastAt, ...facts } = factsOf(piece);
    stretch.first += facts.lines;
    yield {
      ...facts,
      firstAt: firstAt + stretch.shift,
      lastAt: lastAt + stretch.shift,
      executionId: execution,
      endIndex: stretch.first,
      clockShift: stretch.shift,
      data: compressText(piece),
      bytes: 0,
      offset: 0,
    };
  }
  Object.assign(stretch, { texts: [text], bytes: text.length });
}

/** As many whole lines as fit into a final chunk, but at least one. */
function lengthOfPiece(text: Buffer): number {
  let length = 0;
  for (let lines = 0; lines < CHUNK_LINES && length < text.length; lines += 1) {
    const end = text.indexOf(LINE_FEED, length) + 1;
    if (end === 0 || (length > 0 && end > TEXT_BYTES)) break;
    length = end;
  }
  return length;
}
