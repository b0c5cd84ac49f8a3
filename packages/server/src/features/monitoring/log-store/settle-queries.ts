/** The SQL statements with which logs are settled; see `settle.ts`. */
import type { Tx } from '../../../core/database/db.ts';
import { json, sql } from '../../../core/database/sql.ts';
import { insertChunks, type NewChunk } from './chunk-queries.ts';

/** A final chunk; `bytes` and `offset` are its place in an object of the store. */
export type Settled = NewChunk & { bytes: number; offset: number };
/** A log, or the older part of a log, that can be settled; `end` is the index after its last line. */
export type Unsettled = { id: string; end: number; chunks: number; bytes: number };

/** Seconds after the end of an execution for which its log waits for late lines. */
const REST_SECONDS = 5;
/** With more chunks, the log of an unfinished execution is settled in parts. */
const MANY_CHUNKS = 1000;

/** Selects the logs that can be settled, oldest first. */
export const selectUnsettled = (tx: Tx, most: number): Promise<Unsettled[]> =>
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
export const markSettled = (tx: Tx, executions: readonly string[]): Promise<unknown> =>
  tx.rows(sql`
    update log_chunk
    set settled = true
    where execution_id = any (${[...executions]}::uuid[])
      and not settled`);

/** Locks the chunks that are to be replaced, and returns their end indexes. */
export const lockChunks = async (tx: Tx, execution: string, end: number): Promise<number[]> => {
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

/** Replaces the chunks of an engine by the final chunks; if there is a key, their data is in the object of that key. */
export async function replaceChunks(
  tx: Tx,
  execution: string,
  end: number,
  settled: readonly Settled[],
  key: string | undefined,
): Promise<void> {
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
