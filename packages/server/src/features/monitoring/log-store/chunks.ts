/** The chunks of logs: their SQL statements, and the storage of reported lines. */
import { CHUNK_BYTES, type ChunkFacts, ChunkFault, compressText, factsOf, severityBit, textOf } from '@millrace/wire/log-chunks';
import { invalid } from '../../../core/base/problem.ts';
import { json, sql, type Sql, type Tx } from '../../../core/database/sql.ts';

/** A chunk of lines of an execution, as an engine sends it. */
type SentLines = { executionId: string; firstIndex: number; chunk: string };
/** An unpacked chunk with its number of lines and its times; `clockShift` converts them to the clock of the server. */
export type ReadLines = { executionId: string; firstIndex: number; data: Buffer; text: Buffer; facts: ChunkFacts; clockShift: number };

const LINE_FEED = 10;

/** Unpacks a chunk of an engine; refuses a chunk that is damaged or too large. */
export function readSentLines(sent: SentLines, place: string, clockShift: number): ReadLines {
  const data = Buffer.from(sent.chunk, 'base64');
  try {
    if (data.length > CHUNK_BYTES) throw new ChunkFault(`the chunk has more than ${CHUNK_BYTES} bytes`);
    const text = textOf(data);
    return { executionId: sent.executionId, firstIndex: sent.firstIndex, data, text, facts: factsOf(text), clockShift };
  } catch (error) {
    if (error instanceof ChunkFault) throw invalid('malformed_request', `${place} cannot be read: ${error.message}.`);
    throw error;
  }
}

/**
 * Stores lines. Stored lines stay unchanged, so that an engine can repeat a report. The caller must have locked the executions, and passes the next index
 * of each. Returns the executions with a gap before their lines, with the expected index; none of their lines is stored.
 * @rule execution-logs.list.once
 */
export async function storeReportedLines(
  tx: Tx,
  sent: readonly ReadLines[],
  nextIndexes: ReadonlyMap<string, number>,
): Promise<Map<string, number>> {
  const next = new Map(nextIndexes);
  const gaps = new Map<string, number>();
  const chunks: NewChunk[] = [];
  for (const lines of sent) {
    const { executionId, firstIndex } = lines;
    const expected = next.get(executionId) ?? 0;
    if (gaps.has(executionId)) continue;
    if (firstIndex > expected) {
      gaps.set(executionId, nextIndexes.get(executionId) ?? 0);
      continue;
    }
    const chunk = newPartOf(lines, expected);
    if (!chunk) continue;
    next.set(executionId, chunk.endIndex);
    chunks.push(chunk);
  }
  const complete = chunks.filter(({ executionId }) => !gaps.has(executionId));
  if (complete.length > 0) await insertChunks(tx, complete);
  return gaps;
}

/** Builds a chunk of the lines that are not stored yet: all, the later part, or none. */
function newPartOf({ executionId, firstIndex, data, text, facts, clockShift }: ReadLines, expected: number): NewChunk | undefined {
  const known = expected - firstIndex;
  const endIndex = firstIndex + facts.lines;
  if (known >= facts.lines) return undefined;
  if (known === 0) return { executionId, endIndex, clockShift, data, ...shiftTimes(facts, clockShift) };
  const rest = skipLines(text, known);
  return { executionId, endIndex, clockShift, data: compressText(rest), ...shiftTimes(factsOf(rest), clockShift) };
}

const shiftTimes = (facts: ChunkFacts, shift: number): ChunkFacts => ({
  ...facts,
  firstAt: Math.max(0, facts.firstAt + shift),
  lastAt: Math.max(0, facts.lastAt + shift),
});

function skipLines(text: Buffer, count: number): Buffer {
  let start = 0;
  for (let line = 0; line < count; line += 1) start = text.indexOf(LINE_FEED, start) + 1;
  return text.subarray(start);
}

/** The row of a chunk; its data is in the row or in an object of the store. */
export type ChunkRow = {
  end_index: number;
  lines: number;
  clock_shift: number;
  severities: number;
  text_bytes: number;
  settled: boolean;
  data: Buffer | null;
  blob_key: string | null;
  blob_offset: number | null;
  bytes: number;
};

/** The columns of `ChunkRow`, for statements with the alias `c`. */
export const chunkColumns: Sql = sql`
  c.end_index, c.lines, c.clock_shift, c.severities, c.text_bytes, c.settled, c.data, c.blob_key, c.blob_offset, c.bytes`;

/** A chunk whose text can be read: it is in `data`, or in the store. */
export type ChunkText = Pick<ChunkRow, 'end_index' | 'lines' | 'clock_shift' | 'data' | 'blob_key' | 'blob_offset' | 'bytes'>;

/**
 * A chunk with lines within the times, or several whose lines are all within the times (`whole`); `first` is the index of the first line. Of several, the
 * columns after `whole` mean nothing.
 */
export type ChunkGroupRow = Omit<ChunkText, 'data'> & { first: number; whole: boolean };

/** A new chunk. */
export type NewChunk = {
  executionId: string;
  endIndex: number;
  lines: number;
  firstAt: number;
  lastAt: number;
  clockShift: number;
  severities: number;
  textBytes: number;
  data: Buffer;
};

/** Adds chunks; the statement has the data of all chunks as one value. */
export const insertChunks = (tx: Tx, chunks: readonly NewChunk[]): Promise<unknown> => {
  let position = 1;
  const rows = chunks.map(({ data, ...rest }) => {
    const row = { ...rest, position, bytes: data.length };
    position += data.length;
    return row;
  });
  return tx.rows(sql`
    insert into log_chunk (execution_id, end_index, lines, first_at, last_at, clock_shift, severities, text_bytes, bytes, data)
    select c."executionId", c."endIndex", c.lines, to_timestamp(c."firstAt" / 1000), to_timestamp(c."lastAt" / 1000), c."clockShift", c.severities,
           c."textBytes", c.bytes, substr(${Buffer.concat(chunks.map(({ data }) => data))}::bytea, c.position, c.bytes)
    from json_to_recordset(${json(rows)}::json) as c (
      "executionId" uuid, "endIndex" bigint, lines int, "firstAt" double precision, "lastAt" double precision, "clockShift" bigint,
      severities smallint, "textBytes" int, position int, bytes int)`);
};

/** Builds the expression for the index of the next line of an execution. */
export const nextIndexOf = (execution: Sql): Sql => sql`coalesce((
  select n.end_index
  from log_chunk n
  where n.execution_id = ${execution}
  order by n.end_index desc
  limit 1), 0)`;

/** Selects the index of the first stored line, and the index after the last. */
export const selectBounds = (tx: Tx, execution: string): Promise<{ first: number; end: number }> =>
  tx.only(sql`
    select ${nextIndexOf(sql`${execution}::uuid`)} as end,
           coalesce((
             select c.end_index - c.lines
             from log_chunk c
             where c.execution_id = ${execution}
             order by c.end_index
             limit 1), 0) as first`);

/** The chunks to select. */
type ChunkQuery = {
  from: number;
  to: number;
  backwards: boolean;
  severities: number;
  range: { startTime: Date | undefined; endTime: Date | undefined };
  most: number;
};

/** Selects at most `most` chunks with lines from index `from` to before `to`, in ascending order, or backwards from the last. */
export const selectChunks = (
  tx: Tx,
  execution: string,
  { from, to, backwards, severities, range, most }: ChunkQuery,
): Promise<ChunkRow[]> =>
  tx.rows(sql`
    select ${chunkColumns}
    from log_chunk c
    where c.execution_id = ${execution}
      and c.end_index > ${from}
      and c.end_index <= coalesce((
        select n.end_index
        from log_chunk n
        where n.execution_id = ${execution}
          and n.end_index >= ${to}
        order by n.end_index
        limit 1), ${to})
      and c.lines > 0
      and c.severities & ${severities}::int <> 0
      and c.last_at >= coalesce(${range.startTime ?? null}::timestamptz, '-infinity')
      and c.first_at <= coalesce(${range.endTime ?? null}::timestamptz, 'infinity')
    order by ${backwards ? sql`c.end_index desc` : sql`c.end_index`}
    limit ${most}`);

/**
 * Selects the chunks with lines between two times, in order. Those with all lines between them are one row, unless another chunk lies among them. Most
 * logs have none that does, and the database then sorts nothing.
 */
export async function selectChunkGroups(tx: Tx, execution: string, range: ChunkQuery['range']): Promise<ChunkGroupRow[]> {
  const joined = await selectGroups(tx, execution, range, sql`case when w.whole then 0 else w.end_index end`);
  return joined.every(({ first, lines, end_index: end }) => first + lines === end)
    ? joined
    : selectGroups(tx, execution, range, sql`w.end_index`);
}

const selectGroups = (tx: Tx, execution: string, { startTime, endTime }: ChunkQuery['range'], key: Sql): Promise<ChunkGroupRow[]> =>
  tx.rows(sql`
    select max(w.end_index) as end_index, sum(w.lines)::bigint as lines, min(w.end_index - w.lines) as first, w.whole,
           max(w.clock_shift) as clock_shift, max(w.blob_key::text) as blob_key, max(w.blob_offset) as blob_offset, max(w.bytes) as bytes
    from (
      select c.end_index, c.lines, c.clock_shift, c.blob_key, c.blob_offset, c.bytes,
             c.first_at >= coalesce(${startTime ?? null}::timestamptz, '-infinity')
               and c.last_at <= coalesce(${endTime ?? null}::timestamptz, 'infinity') as whole
      from log_chunk c
      where c.execution_id = ${execution}
        and c.last_at >= coalesce(${startTime ?? null}::timestamptz, '-infinity')
        and c.first_at <= coalesce(${endTime ?? null}::timestamptz, 'infinity')
        and c.lines > 0
    ) w
    group by w.whole, ${key}
    order by 1`);

/** Selects the index of the next line of each execution. The ids are passed as JSON, because the database would plan again for each length of an array. */
export const selectNextIndexes = (tx: Tx, executions: readonly string[]): Promise<{ id: string; next: number }[]> =>
  tx.rows(sql`
    select e.id, ${nextIndexOf(sql`e.id`)} as next
    from json_to_recordset(${json(executions.map((id) => ({ id })))}::json) as e (id uuid)`);

/** Adds a line of the control plane to the log of each execution. The caller must have locked the executions. */
export const addSystemLines = (tx: Tx, lines: readonly { id: string; message: string }[]): Promise<unknown> =>
  tx.rows(sql`
    insert into log_chunk (execution_id, end_index, lines, first_at, last_at, severities, text_bytes, bytes, data)
    select s.id, ${nextIndexOf(sql`s.id`)} + 1, 1, now(), now(), ${severityBit('ERROR')}::int, octet_length(s.line), octet_length(s.line), s.line
    from (
      select t.id, convert_to(floor(extract(epoch from now()) * 1000)::bigint || ' ES ' || replace(t.message, chr(10), ' ') || chr(10), 'UTF8') as line
      from json_to_recordset(${json(lines)}::json) as t (id uuid, message text)) s`);

/** Deletes a log. An empty chunk marks the next index of an unfinished execution. The caller must have locked the execution. */
export const deleteLog = async (tx: Tx, execution: string): Promise<void> => {
  const { end } = await selectBounds(tx, execution);
  await tx.rows(sql`
    delete from log_chunk
    where execution_id = ${execution}`);
  await tx.rows(sql`
    insert into log_chunk (execution_id, end_index, lines, first_at, last_at, severities, text_bytes, bytes, data, settled)
    select l.execution_id, ${end}, 0, now(), now(), 0, 0, 0, '', true
    from live_execution l
    where l.execution_id = ${execution}
      and ${end} > 0`);
};
