/** Settles logs: joins or cuts their chunks to a uniform size, and moves large logs into the store. */
import { Readable } from 'node:stream';
import { CHUNK_LINES, ChunkFault, compressText, factsOf } from '@millrace/wire/log-chunks';
import type { Timer } from '../../../core/background/jobs.ts';
import { json, sql, type Tx } from '../../../core/database/sql.ts';
import type { Platform } from '../../../core/platform/platform.ts';
import { insertChunks, type NewChunk } from './chunks.ts';
import { chunkText, readChunks } from './read-log.ts';

/** The maximum bytes of text in a settled chunk. To show one line, a whole chunk is unpacked; more text would mean more garbage collection (ADR 24). */
const TEXT_BYTES = 2 ** 17;
const LINE_FEED = 10;
/** Logs of at most this size stay in the database: an object in the store costs more than a row. */
const SMALL_BYTES = 2 ** 16;
const NO_DATA = Buffer.alloc(0);
/** The maximum number of logs that one run of the timer settles. */
const LOGS_PER_RUN = 100;

/** Settles the logs of ended executions, and the older part of other logs with very many chunks. */
export const settleLogs: Timer = {
  name: 'settle-logs',
  milliseconds: 10_000,
  does: 'joins the chunks of logs of ended executions and moves large ones to the blob store',
  async run(platform) {
    const waiting = await selectUnsettled(platform.db.reader, LOGS_PER_RUN);
    const single = waiting.filter(({ chunks, bytes }) => chunks === 1 && bytes <= SMALL_BYTES);
    const singleIds = single.map(({ id }) => id);
    if (single.length > 0) await markSettled(platform.db.writer, singleIds);
    const [large, small] = [waiting.filter(needsStore), waiting.filter((log) => !needsStore(log) && !single.includes(log))];
    const failures: unknown[] = [];
    // Small logs come first, because they do not need the store, which may be unavailable.
    for (const { id, end, bytes } of [...small, ...large]) {
      try {
        await settle(platform, id, end, bytes);
      } catch (error) {
        failures.push(error);
        if (!(error instanceof ChunkFault)) break;
        platform.log.error({ err: error, execution: id }, 'a log cannot be settled');
      }
    }
    if (failures.length > 0) throw failures[0];
  },
};

const needsStore = ({ bytes }: Pick<Unsettled, 'bytes'>): boolean => bytes > SMALL_BYTES;

/** Writes the object before the rows that refer to it: after a crash in between, the timer `remove-leftovers` removes the object. */
async function settle({ db, blobs }: Platform, execution: string, end: number, bytes: number): Promise<void> {
  const settled: Settled[] = [];
  const replacedEnds: number[] = [];
  const chunks = settledChunks({ db, blobs }, execution, end, replacedEnds);
  const key = needsStore({ bytes }) ? (await blobs.put(Readable.from(objectContent(chunks, settled)))).key : undefined;
  if (key === undefined) for await (const chunk of chunks) settled.push(chunk);
  const isReplaced = await db.transaction(async (tx) => {
    // Another process may have settled or deleted the log meanwhile.
    const current = await lockChunks(tx, execution, end);
    if (current.length !== replacedEnds.length || current.some((index, place) => index !== replacedEnds[place])) return false;
    await replaceChunks(tx, execution, end, settled, key);
    return true;
  });
  if (!isReplaced && key !== undefined) await blobs.remove(key);
}

/** Yields the content of an object, chunk after chunk, and adds each chunk with its offset to `settled`. */
async function* objectContent(chunks: AsyncIterable<Settled>, settled: Settled[]): AsyncGenerator<Buffer> {
  let offset = 0;
  for await (const chunk of chunks) {
    const { data } = chunk;
    yield data;
    settled.push({ ...chunk, data: NO_DATA, bytes: data.length, offset });
    offset += data.length;
  }
}

/** Adjacent lines with the same clock shift: the index of the first line, the index after the last, and the text. */
type Section = { shift: number; first: number; end: number; texts: Buffer[]; bytes: number };

/** Joins small chunks and cuts large ones into settled chunks. Adds the end indexes of the replaced chunks to `replacedEnds`. */
async function* settledChunks(
  { db, blobs }: Pick<Platform, 'db' | 'blobs'>,
  execution: string,
  end: number,
  replacedEnds: number[],
): AsyncGenerator<Settled> {
  let section: Section | undefined;
  for await (const { chunk } of readChunks(db.reader, execution, { from: 0, to: end })) {
    if (chunk.settled) continue;
    replacedEnds.push(chunk.end_index);
    const [shift, first] = [chunk.clock_shift, chunk.end_index - chunk.lines];
    if (section && (section.shift !== shift || section.end !== first)) yield* cut(execution, section, 0);
    if (section?.shift !== shift || section.end !== first) section = { shift, first, end: first, texts: [], bytes: 0 };
    section.texts.push(await chunkText({ blobs }, chunk));
    section.bytes += chunk.text_bytes;
    section.end = chunk.end_index;
    yield* cut(execution, section, TEXT_BYTES);
  }
  if (section) yield* cut(execution, section, 0);
}

/** Cuts settled chunks from the start of a section while more than `rest` bytes are left. */
function* cut(execution: string, section: Section, rest: number): Generator<Settled> {
  if (section.bytes <= rest) return;
  let text = Buffer.concat(section.texts);
  while (text.length > rest) {
    const piece = text.subarray(0, lengthOfPiece(text));
    text = text.subarray(piece.length);
    const { firstAt, lastAt, ...facts } = factsOf(piece);
    section.first += facts.lines;
    yield {
      ...facts,
      firstAt: firstAt + section.shift,
      lastAt: lastAt + section.shift,
      executionId: execution,
      endIndex: section.first,
      clockShift: section.shift,
      data: compressText(piece),
      bytes: 0,
      offset: 0,
    };
  }
  Object.assign(section, { texts: [text], bytes: text.length });
}

/** Returns the length of the whole lines that fit into a settled chunk, at least one line. */
function lengthOfPiece(text: Buffer): number {
  let length = 0;
  for (let lines = 0; lines < CHUNK_LINES && length < text.length; lines += 1) {
    const end = text.indexOf(LINE_FEED, length) + 1;
    if (end === 0 || (length > 0 && end > TEXT_BYTES)) break;
    length = end;
  }
  return length;
}

/** A settled chunk; `bytes` and `offset` are its place in an object of the store. */
type Settled = NewChunk & { bytes: number; offset: number };
/** A log, or the older part of a log, that can be settled; `end` is the index after its last line. */
type Unsettled = { id: string; end: number; chunks: number; bytes: number };

/** Seconds after the end of an execution for which its log waits for late lines. */
const REST_SECONDS = 5;
/** With more chunks, the log of an unfinished execution is settled in parts. */
const MANY_CHUNKS = 1000;

/** Selects the logs that can be settled, oldest first. */
const selectUnsettled = (tx: Tx, most: number): Promise<Unsettled[]> =>
  tx.rows(sql`
    select c.execution_id as id, max(c.end_index) as end, count(*) as chunks, sum(c.bytes)::bigint as bytes
    from log_chunk c
    left join task_execution x on x.id = c.execution_id
    where not c.settled
    group by c.execution_id, x.outcome, x.finished_at
    having (x.outcome is not null and x.finished_at < now() - make_interval(secs => ${REST_SECONDS}))
        or count(*) > ${MANY_CHUNKS}
    order by c.execution_id
    limit ${most}`);

/** Marks logs as settled whose chunks stay as the engine sent them. */
const markSettled = (tx: Tx, executions: readonly string[]): Promise<unknown> =>
  tx.rows(sql`
    update log_chunk
    set settled = true
    where execution_id = any (${[...executions]}::uuid[])
      and not settled`);

/** Locks the chunks that are to be replaced, and returns their end indexes. An empty chunk holds the next index of an unfinished execution, and stays. */
const lockChunks = async (tx: Tx, execution: string, end: number): Promise<number[]> => {
  const rows = await tx.rows<{ end_index: number }>(sql`
    select end_index
    from log_chunk
    where execution_id = ${execution}
      and end_index <= ${end}
      and not settled
      and lines > 0
    order by end_index
    for update`);
  return rows.map(({ end_index }) => end_index);
};

/** Replaces the chunks of an engine, except empty ones, by the settled chunks; if there is a key, their data is in the object of that key. */
async function replaceChunks(tx: Tx, execution: string, end: number, settled: readonly Settled[], key: string | undefined): Promise<void> {
  await tx.rows(sql`
    delete from log_chunk
    where execution_id = ${execution}
      and end_index <= ${end}
      and not settled
      and lines > 0`);
  if (key === undefined) {
    await insertChunks(tx, settled);
    await tx.rows(sql`
      update log_chunk
      set settled = true
      where execution_id = ${execution}
        and end_index <= ${end}
        and not settled`);
    return;
  }
  await tx.rows(sql`
    insert into log_chunk (execution_id, end_index, lines, first_at, last_at, clock_shift, severities, text_bytes, bytes, blob_key, blob_offset, settled)
    select ${execution}::uuid, c."endIndex", c.lines, to_timestamp(c."firstAt" / 1000), to_timestamp(c."lastAt" / 1000), c."clockShift", c.severities,
           c."textBytes", c.bytes, ${key}::uuid, c."offset", true
    from json_to_recordset(${json(settled.map((chunk) => ({ ...chunk, data: undefined })))}::json) as c (
      "endIndex" bigint, lines int, "firstAt" double precision, "lastAt" double precision, "clockShift" bigint, severities smallint, "textBytes" int,
      bytes int, "offset" bigint)`);
}
