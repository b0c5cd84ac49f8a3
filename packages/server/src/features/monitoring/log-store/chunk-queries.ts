/** The SQL statements about chunks of logs. */
import { severityBit } from '@millrace/wire/log-chunks';
import type { Tx } from '../../../core/database/db.ts';
import { json, sql, type Sql } from '../../../core/database/sql.ts';

/** Where a chunk lies, and what it holds. */
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

/** A chunk, or neighbouring ones, as an index of times shows them. */
export type MarkRow = { end_index: number; lines: number; whole: boolean };

/** A chunk that is to be kept. */
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

/** Adds chunks; their content travels as one value. */
export const insertChunks = (tx: Tx, chunks: readonly NewChunk[]): Promise<unknown> => {
  let place = 1;
  const rows = chunks.map(({ data, ...rest }) => {
    const row = { ...rest, place, bytes: data.length };
    place += data.length;
    return row;
  });
  return tx.rows(sql`
    insert into log_chunk (execution_id, end_index, lines, first_at, last_at, clock_shift, severities, text_bytes, bytes, data)
    select c."executionId", c."endIndex", c.lines, to_timestamp(c."firstAt" / 1000), to_timestamp(c."lastAt" / 1000), c."clockShift", c.severities,
           c."textBytes", c.bytes, substr(${Buffer.concat(chunks.map((one) => one.data))}::bytea, c.place, c.bytes)
    from json_to_recordset(${json(rows)}::json) as c (
      "executionId" uuid, "endIndex" bigint, lines int, "firstAt" double precision, "lastAt" double precision, "clockShift" bigint,
      severities smallint, "textBytes" int, place int, bytes int)`);
};

/** The index that the next line of an execution gets. */
export const nextIndexOf = (execution: Sql): Sql => sql`coalesce((
  select n.end_index
  from log_chunk n
  where n.execution_id = ${execution}
  order by n.end_index desc
  limit 1), 0)`;

/** The index of the first line that is kept, and the index after the last. */
export const selectBounds = (tx: Tx, execution: string): Promise<{ first: number; end: number }> =>
  tx.only(sql`
    select ${nextIndexOf(sql`${execution}::uuid`)} as end,
           coalesce((
             select c.end_index - c.lines
             from log_chunk c
             where c.execution_id = ${execution}
             order by c.end_index
             limit 1), 0) as first`);

/** Some of the chunks that hold the lines from index `from` on, before `to`: the first of them in order, or the last of them, last one first. */
export const selectChunks = (
  tx: Tx,
  execution: string,
  { from, to, backwards, severities, most }: { from: number; to: number; backwards: boolean; severities: number; most: number },
): Promise<ChunkRow[]> =>
  tx.rows(sql`
    select c.end_index, c.lines, c.clock_shift, c.severities, c.text_bytes, c.settled, c.data, c.blob_key, c.blob_offset, c.bytes
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
    order by ${backwards ? sql`c.end_index desc` : sql`c.end_index`}
    limit ${most}`);

/** The chunks that have lines between two times, in order: each that has others too, and neighbours whose lines all lie between as one. */
export const selectMarks = (tx: Tx, execution: string, start: Date | undefined, end: Date | undefined): Promise<MarkRow[]> =>
  tx.rows(sql`
    select max(m.end_index) as end_index, sum(m.lines)::bigint as lines, m.whole
    from (
      select w.*, w.end_index - sum(w.lines) over (partition by w.whole order by w.end_index) as run
      from (
        select c.end_index, c.lines,
               c.first_at >= coalesce(${start ?? null}::timestamptz, '-infinity') and c.last_at <= coalesce(${end ?? null}::timestamptz, 'infinity') as whole
        from log_chunk c
        where c.execution_id = ${execution}
          and c.last_at >= coalesce(${start ?? null}::timestamptz, '-infinity')
          and c.first_at <= coalesce(${end ?? null}::timestamptz, 'infinity')
          and c.lines > 0
      ) w
    ) m
    group by m.whole, case when m.whole then m.run else m.end_index end
    order by 1`);

/** The index that the next line of each execution gets. Not an array of ids: the database sees how long one is and would plan each call anew. */
export const selectNextIndexes = (tx: Tx, executions: readonly string[]): Promise<{ id: string; next: number }[]> =>
  tx.rows(sql`
    select e.id, ${nextIndexOf(sql`e.id`)} as next
    from json_to_recordset(${json(executions.map((id) => ({ id })))}::json) as e (id uuid)`);

/** Adds a line of the control plane itself to the log of each execution; who calls holds their locks. */
export const addSystemLines = (tx: Tx, told: readonly { id: string; message: string }[]): Promise<unknown> =>
  tx.rows(sql`
    insert into log_chunk (execution_id, end_index, lines, first_at, last_at, severities, text_bytes, bytes, data)
    select s.id, ${nextIndexOf(sql`s.id`)} + 1, 1, now(), now(), ${severityBit('ERROR')}::int, octet_length(s.line), octet_length(s.line), s.line
    from (
      select t.id, convert_to(floor(extract(epoch from now()) * 1000)::bigint || ' ES ' || replace(t.message, chr(10), ' ') || chr(10), 'UTF8') as line
      from json_to_recordset(${json(told)}::json) as t (id uuid, message text)) s`);

/** Deletes a log. Where the execution goes on an empty chunk stays as a mark, so that the numbers of its lines go on rising; who calls holds its lock. */
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
