/** Reads logs: pages of them, and all of their lines. Only the chunks that hold wanted lines are unpacked. */
import { buffer } from 'node:stream/consumers';
import { lineAt, linesOf, SEVERITIES, startsOf, textOf, timeAt, type LogLine } from '@millrace/wire/log-chunks';
import type { BlobStore } from '../../../core/blobs/blob-store.ts';
import type { Tx } from '../../../core/database/db.ts';
import { selectBounds, selectChunks, selectMarks, type ChunkRow } from './chunk-queries.ts';

const CHUNKS_AT_ONCE = 8;
/** Most entries, and about the most bytes of text, that are read out of a chunk at once: a reader that waits holds no more of them. */
const PIECE_LINES = 256;
const PIECE_BYTES = 64 * 1024;
/** Every severity. */
const ANY = 2 ** SEVERITIES.length - 1;

/** What reading needs. */
export type LogSource = { tx: Tx; blobs: BlobStore };
/** The times between which lines are wanted, both included; a missing one sets no bound. */
export type Range = { startTime: Date | undefined; endTime: Date | undefined };
/** An entry with its number in the log. */
export type NumberedLine = LogLine & { index: number };
/** Entries, with how many there are in all and within the times. */
export type LogSlice = { lines: NumberedLine[]; total: number; filtered: number };
/** Wanted entries of a chunk; each is read from the text when it is asked for, as most of those that are counted or passed over never are. */
type Found = { text: Buffer; shift: number; indexes: number[]; starts: number[] };
/** A piece of the log in order: how many of its entries lie in the times, and which, where they were looked for. */
type Stretch = { end: number; lines: number; count: number; found?: Found | undefined };

/**
 * A page of a log. `offset` counts entries within the times, from the newest one where the order is DESC.
 * @rule execution-logs.list.order
 * @rule execution-logs.list.index
 */
export async function readPage(
  source: LogSource,
  execution: string,
  { range, order, offset, count }: { range: Range; order: 'ASC' | 'DESC'; offset: number; count: number },
): Promise<LogSlice> {
  const { first, end } = await selectBounds(source.tx, execution);
  const total = end - first;
  const stretches = isOpen(range) ? [{ end, lines: total, count: total }] : await stretchesOf(source, execution, range);
  const filtered = stretches.reduce((sum, one) => sum + one.count, 0);
  const from = order === 'ASC' ? offset : Math.max(0, filtered - offset - count);
  const to = order === 'ASC' ? Math.min(filtered, offset + count) : filtered - offset;
  const lines: NumberedLine[] = [];
  let before = 0;
  for (const stretch of stretches) {
    const [low, high] = [Math.max(from - before, 0), Math.min(to - before, stretch.count)];
    before += stretch.count;
    if (low >= high) continue;
    lines.push(...(await linesOfStretch(source, execution, { range, stretch, low, high })));
  }
  return { lines: order === 'ASC' ? lines : lines.toReversed(), total, filtered };
}

/** Where a log begins and ends, and how many of its entries lie within the times. */
export async function countLines(
  source: LogSource,
  execution: string,
  range: Range,
): Promise<{ first: number; end: number; filtered: number }> {
  const { first, end } = await selectBounds(source.tx, execution);
  const stretches = isOpen(range) ? [{ count: end - first }] : await stretchesOf(source, execution, range);
  return { first, end, filtered: stretches.reduce((sum, one) => sum + one.count, 0) };
}

/** The entries from one index on, before another, in order, some at a time; entries outside the times are left out. */
export async function* readLogLines(
  source: LogSource,
  execution: string,
  { from, to, range }: { from: number; to: number; range?: Range },
): AsyncGenerator<NumberedLine[]> {
  for await (const { chunk, ...wanted } of readChunks(source.tx, execution, { from, to }))
    yield* piecesOf(await findIn(source, chunk, { ...wanted, range }));
}

function* piecesOf(found: Found): Generator<NumberedLine[]> {
  const { starts } = found;
  for (let [low, high] = [0, 0]; low < starts.length; low = high) {
    const end = (starts[low] ?? 0) + PIECE_BYTES;
    do high += 1;
    while (high < starts.length && high < low + PIECE_LINES && (starts[high] ?? 0) < end);
    yield linesIn(found, low, high);
  }
}

async function findIn(
  source: LogSource,
  chunk: ChunkRow,
  { from, to, range }: { from: number; to: number; range?: Range | undefined },
): Promise<Found> {
  const text = await chunkText(source, chunk);
  const first = chunk.end_index - chunk.lines;
  const shift = chunk.clock_shift;
  const all = startsOf(text);
  const found: Found = { text, shift, indexes: [], starts: [] };
  for (let place = Math.max(0, from - first); place < all.length && first + place < to; place += 1) {
    const start = all[place] ?? 0;
    if (range !== undefined && !isWithin(timeAt(text, start) + shift, range)) continue;
    found.indexes.push(first + place);
    found.starts.push(start);
  }
  return found;
}

const linesIn = ({ text, shift, indexes, starts }: Found, low = 0, high = starts.length): NumberedLine[] =>
  starts.slice(low, high).map((start, place) => ({ ...lineAt(text, start, shift), index: indexes[low + place] ?? 0 }));

/** A chunk, and from which index on, before which other, its lines are wanted. */
export type Piece = { chunk: ChunkRow; from: number; to: number };

/**
 * The chunks that hold the lines from one index on, before another; few at a time, so that memory stays flat. Between two looks chunks may be joined
 * or cut (`settle.ts`): of one that then reaches back to what was there before, only the rest is wanted.
 */
export async function* readChunks(
  tx: Tx,
  execution: string,
  { from, to, backwards = false, severities = ANY }: { from: number; to: number; backwards?: boolean; severities?: number },
): AsyncGenerator<Piece> {
  let [low, high] = [from, to];
  while (low < high) {
    const chunks = await selectChunks(tx, execution, { from: low, to: high, backwards, severities, most: CHUNKS_AT_ONCE });
    for (const chunk of chunks) {
      yield { chunk, from: low, to: high };
      if (backwards) high = chunk.end_index - chunk.lines;
      else low = chunk.end_index;
    }
    if (chunks.length < CHUNKS_AT_ONCE) return;
  }
}

/** The entries of a chunk, from its text. */
export const entriesOf = ({ end_index: end, lines, clock_shift: shift }: ChunkRow, text: Buffer): NumberedLine[] =>
  linesOf(text, shift).map((line, place) => ({ ...line, index: end - lines + place }));

/** The text of a chunk, from wherever it lies. */
export async function chunkText({ blobs }: Pick<LogSource, 'blobs'>, chunk: ChunkRow): Promise<Buffer> {
  const { data, blob_key, blob_offset, bytes } = chunk;
  return textOf(data ?? (await buffer(blobs.read(blob_key ?? '', { offset: blob_offset ?? 0, length: bytes }))));
}

const isOpen = ({ startTime, endTime }: Range): boolean => startTime === undefined && endTime === undefined;

const isWithin = (at: number, { startTime, endTime }: Range): boolean =>
  (startTime === undefined || at >= startTime.getTime()) && (endTime === undefined || at <= endTime.getTime());

/**
 * Chunks whose entries lie partly in the times are unpacked to count; as clocks mostly go forward these are few. What was found in the first and the last
 * of them is kept for the page, which mostly lies there.
 */
async function stretchesOf(source: LogSource, execution: string, range: Range): Promise<Stretch[]> {
  const stretches: Stretch[] = [];
  const partly: Stretch[] = [];
  for (const { end_index: end, lines, whole } of await selectMarks(source.tx, execution, range.startTime, range.endTime)) {
    const stretch: Stretch = { end, lines, count: lines };
    stretches.push(stretch);
    if (whole) continue;
    stretch.found = await findPartly(source, execution, stretch, range);
    stretch.count = stretch.found.starts.length;
    partly.push(stretch);
    if (partly.length > 2) for (const one of partly.splice(1, 1)) one.found = undefined;
  }
  return stretches;
}

/** What lies in the times of the one chunk that is a stretch. */
async function findPartly(source: LogSource, execution: string, { end, lines }: Stretch, range: Range): Promise<Found> {
  const bounds = { from: end - lines, to: end };
  for await (const { chunk } of readChunks(source.tx, execution, bounds)) return findIn(source, chunk, { ...bounds, range });
  return { text: Buffer.alloc(0), shift: 0, indexes: [], starts: [] };
}

/** The entries of a stretch from place `low` on, before `high`, places counted among those within the times. */
async function linesOfStretch(
  source: LogSource,
  execution: string,
  { range, stretch, low, high }: { range: Range; stretch: Stretch; low: number; high: number },
): Promise<NumberedLine[]> {
  const { end, lines, count, found } = stretch;
  if (count < lines) return linesIn(found ?? (await findPartly(source, execution, stretch, range)), low, high);
  const all: NumberedLine[] = [];
  for await (const some of readLogLines(source, execution, { from: end - lines + low, to: end - lines + high })) all.push(...some);
  return all;
}
