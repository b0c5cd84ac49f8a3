/** Reads pages or all lines of a log. It unpacks only chunks that contain requested lines. */
import { buffer } from 'node:stream/consumers';
import { lineAt, linesOf, SEVERITIES, startsOf, textOf, timeAt, type LogLine } from '@millrace/wire/log-chunks';
import type { BlobStore } from '../../../core/blobs/blob-store.ts';
import type { Tx } from '../../../core/database/sql.ts';
import { selectBounds, selectChunks, selectChunkGroups, type ChunkGroupRow, type ChunkRow, type ChunkText } from './chunks.ts';

const CHUNKS_PER_QUERY = 8;
/** The maximum number of entries, and the approximate maximum of bytes of text, of a batch, so that a slow reader keeps only this much in memory. */
const BATCH_LINES = 256;
const BATCH_BYTES = 64 * 1024;
/** The bits of all severities. */
const ALL_SEVERITIES = 2 ** SEVERITIES.length - 1;

/** The database and the store from which logs are read. */
export type LogSource = { tx: Tx; blobs: BlobStore };
/** The times between which lines are requested, both included; undefined sets no bound. */
export type TimeRange = { startTime: Date | undefined; endTime: Date | undefined };
const ALWAYS: TimeRange = { startTime: undefined, endTime: undefined };
/** A line with its index in the log. */
export type NumberedLine = LogLine & { index: number };
/** Lines, with the number of all lines of the log and of those within the times. */
export type LogSlice = { lines: NumberedLine[]; total: number; filtered: number };
/** The first index of a log, the index after the last, and the number of lines within the times. */
type LineCount = { first: number; end: number; filtered: number };
/** Requested lines of a chunk. A line is parsed only when it is returned, because most lines are only counted or skipped. */
type Matches = { text: Buffer; shift: number; indexes: number[]; starts: number[] };
/** A section of a log. `count` is the number of its lines within the times; `matches` has these lines if the chunk was unpacked to count them. */
type Section = { end: number; lines: number; count: number; matches?: Matches | undefined };

/**
 * Reads a page of a log. `offset` counts lines within the times, in the order of the page.
 * @rule execution-logs.list.order
 * @rule execution-logs.list.index
 */
export async function readPage(
  source: LogSource,
  execution: string,
  { range, order, offset, count }: { range: TimeRange; order: 'ASC' | 'DESC'; offset: number; count: number },
): Promise<LogSlice> {
  const { first, end, filtered, sections } = await divideLog(source, execution, range);
  const from = order === 'ASC' ? offset : Math.max(0, filtered - offset - count);
  const to = order === 'ASC' ? Math.min(filtered, offset + count) : filtered - offset;
  const lines: NumberedLine[] = [];
  let before = 0;
  for (const section of sections) {
    const [low, high] = [Math.max(from - before, 0), Math.min(to - before, section.count)];
    before += section.count;
    if (low >= high) continue;
    lines.push(...(await linesOfSection(source, execution, { range, section, low, high })));
  }
  return { lines: order === 'ASC' ? lines : lines.toReversed(), total: end - first, filtered };
}

/** Returns the first index of a log, the index after the last, and the number of lines within the times. */
export const countLines = (source: LogSource, execution: string, range: TimeRange): Promise<LineCount> =>
  divideLog(source, execution, range);

/** The end of a log: the index of its first line, the number of lines within the times before it, and the time until which these go. */
type LatestLines = { first: number; skipped: number; earlierUntil: number };

/**
 * Finds the last lines within the times, after at least `skipped` ones. A millisecond is not divided, so that a caller that goes on with the earlier lines
 * gets each line once, unless all lines that are left are of one millisecond. Undefined if lines were deleted since they were counted.
 */
export async function latestLines(
  source: LogSource,
  execution: string,
  { range, end, skipped }: { range: TimeRange; end: number; skipped: number },
): Promise<LatestLines | undefined> {
  const { lines } = await readPage(source, execution, { range, order: 'ASC', offset: skipped - 1, count: 2 });
  const [before, first] = lines;
  if (!before || !first) return undefined;
  let more = 0;
  for await (const batch of readLogLines(source, execution, { from: first.index, to: end, range })) {
    const later = batch.findIndex(({ at }) => at > before.at);
    if (later >= 0) return { first: batch[later]?.index ?? end, skipped: skipped + more + later, earlierUntil: before.at };
    more += batch.length;
  }
  return { first: first.index, skipped, earlierUntil: before.at - 1 };
}

/** Reads the lines with indexes from `from` to before `to` that are within the times, in order and in batches. */
export async function* readLogLines(
  source: LogSource,
  execution: string,
  { from, to, range }: { from: number; to: number; range?: TimeRange },
): AsyncGenerator<NumberedLine[]> {
  for await (const { chunk, ...bounds } of readChunks(source.tx, execution, { from, to }))
    yield* batchesOf(await matchesIn(source, chunk, { ...bounds, range }));
}

function* batchesOf(matches: Matches): Generator<NumberedLine[]> {
  const { starts } = matches;
  for (let [low, high] = [0, 0]; low < starts.length; low = high) {
    const end = (starts[low] ?? 0) + BATCH_BYTES;
    do high += 1;
    while (high < starts.length && high < low + BATCH_LINES && (starts[high] ?? 0) < end);
    yield linesIn(matches, low, high);
  }
}

async function matchesIn(
  source: LogSource,
  chunk: ChunkText,
  { from, to, range }: { from: number; to: number; range?: TimeRange | undefined },
): Promise<Matches> {
  const text = await chunkText(source, chunk);
  const first = chunk.end_index - chunk.lines;
  const shift = chunk.clock_shift;
  const all = startsOf(text);
  const matches: Matches = { text, shift, indexes: [], starts: [] };
  for (let place = Math.max(0, from - first); place < all.length && first + place < to; place += 1) {
    const start = all[place] ?? 0;
    if (range !== undefined && !isWithin(timeAt(text, start) + shift, range)) continue;
    matches.indexes.push(first + place);
    matches.starts.push(start);
  }
  return matches;
}

const linesIn = ({ text, shift, indexes, starts }: Matches, low = 0, high = starts.length): NumberedLine[] =>
  starts.slice(low, high).map((start, place) => ({ ...lineAt(text, start, shift), index: indexes[low + place] ?? 0 }));

/** The lines whose chunks are read. Chunks without a line of these severities and times are left out. */
type ChunkSearch = { from: number; to: number; backwards?: boolean; severities?: number; range?: TimeRange };

/** A chunk, and the indexes of its requested lines: from `from` to before `to`. */
type ChunkRange = { chunk: ChunkRow; from: number; to: number };

/**
 * Reads the chunks with the lines from `from` to before `to`, a few at a time, so that little memory is used. Between two queries another process may join
 * or split chunks (`settle.ts`): from a new chunk that contains lines that were already read, only the other lines are requested.
 */
export async function* readChunks(
  tx: Tx,
  execution: string,
  { from, to, backwards = false, severities = ALL_SEVERITIES, range = ALWAYS }: ChunkSearch,
): AsyncGenerator<ChunkRange> {
  let [low, high] = [from, to];
  while (low < high) {
    const chunks = await selectChunks(tx, execution, { from: low, to: high, backwards, severities, range, most: CHUNKS_PER_QUERY });
    for (const chunk of chunks) {
      yield { chunk, from: low, to: high };
      if (backwards) high = chunk.end_index - chunk.lines;
      else low = chunk.end_index;
    }
    if (chunks.length < CHUNKS_PER_QUERY) return;
  }
}

/** Parses all lines of a chunk from its text. */
export const linesOfChunk = ({ end_index: end, lines, clock_shift: shift }: ChunkRow, text: Buffer): NumberedLine[] =>
  linesOf(text, shift).map((line, place) => ({ ...line, index: end - lines + place }));

/** Reads the text of a chunk from its row or from the store. */
export async function chunkText({ blobs }: Pick<LogSource, 'blobs'>, chunk: ChunkText): Promise<Buffer> {
  const { data, blob_key, blob_offset, bytes } = chunk;
  return textOf(data ?? (await buffer(blobs.read(blob_key ?? '', { offset: blob_offset ?? 0, length: bytes }))));
}

const isUnbounded = ({ startTime, endTime }: TimeRange): boolean => startTime === undefined && endTime === undefined;

/** Returns whether a time is within the times. */
export const isWithin = (at: number, { startTime, endTime }: TimeRange): boolean =>
  (startTime === undefined || at >= startTime.getTime()) && (endTime === undefined || at <= endTime.getTime());

/** Divides the lines within the times into sections. */
async function divideLog(source: LogSource, execution: string, range: TimeRange): Promise<LineCount & { sections: Section[] }> {
  const [{ first, end }, groups] = await Promise.all([
    selectBounds(source.tx, execution),
    isUnbounded(range) ? [] : selectChunkGroups(source.tx, execution, range),
  ]);
  const total = end - first;
  const sections = isUnbounded(range) ? [{ end, lines: total, count: total }] : await sectionsOf(source, execution, groups, range);
  return { first, end, filtered: sections.reduce((sum, { count }) => sum + count, 0), sections };
}

/**
 * Makes sections of groups of chunks. A chunk with lines inside and outside of the times must be unpacked to count; there are few of them, because clocks
 * mostly go forward. The matches of the first and the last one are kept, because the page is usually there.
 */
async function sectionsOf(source: LogSource, execution: string, groups: readonly ChunkGroupRow[], range: TimeRange): Promise<Section[]> {
  const sections: Section[] = [];
  const partlyWithin: Section[] = [];
  for (const { first, whole, ...chunk } of groups) {
    const { end_index: end, lines } = chunk;
    const section: Section = { end, lines, count: lines };
    sections.push(section);
    if (whole) continue;
    section.matches =
      chunk.blob_key === null
        ? await matchesInSection(source, execution, section, range)
        : await matchesIn(source, { ...chunk, data: null }, { from: first, to: end, range });
    section.count = section.matches.starts.length;
    partlyWithin.push(section);
    if (partlyWithin.length > 2) for (const middle of partlyWithin.splice(1, 1)) middle.matches = undefined;
  }
  return sections;
}

/** Finds the lines within the times in a section that is a single chunk. */
async function matchesInSection(source: LogSource, execution: string, { end, lines }: Section, range: TimeRange): Promise<Matches> {
  const bounds = { from: end - lines, to: end };
  for await (const { chunk } of readChunks(source.tx, execution, bounds)) return matchesIn(source, chunk, { ...bounds, range });
  return { text: Buffer.alloc(0), shift: 0, indexes: [], starts: [] };
}

/** Reads the lines of a section from position `low` to before `high`; positions count the lines within the times. */
async function linesOfSection(
  source: LogSource,
  execution: string,
  { range, section, low, high }: { range: TimeRange; section: Section; low: number; high: number },
): Promise<NumberedLine[]> {
  const { end, lines, count, matches } = section;
  if (count < lines) return linesIn(matches ?? (await matchesInSection(source, execution, section, range)), low, high);
  const all: NumberedLine[] = [];
  for await (const batch of readLogLines(source, execution, { from: end - lines + low, to: end - lines + high })) all.push(...batch);
  return all;
}
