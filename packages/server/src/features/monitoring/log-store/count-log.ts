/** Counts the lines of one log by severity. */
import { SEVERITIES, severityAt, type Severity, startsOf } from '@millrace/wire/log-chunks';
import { sql, type Tx } from '../../../core/database/sql.ts';
import { chunkColumns, type ChunkRow } from './chunks.ts';
import { chunkText, type LogSource } from './read-log.ts';

/** The maximum bytes of text that are unpacked for one answer. */
const TEXT_BYTES = 32 * 2 ** 20;
const CHUNKS_PER_QUERY = 8;

/** The number of lines with a severity; a lower bound if it is capped. */
export type SeverityCount = { severity: Severity; count: number; isCapped: boolean };

/** The chunks of a log with the same severities. */
type ChunkKind = { severities: number; chunks: number; lines: number; bytes: number };

/**
 * Counts the lines by severity, the most severe first. Chunks with one severity are counted by their rows. Others must be unpacked, those with the most
 * severe lines first; of chunks beyond the limit only the severities are known, so that each of them counts as one line.
 * @rule execution-logs.counts.severities
 */
export async function countSeverities(source: LogSource, execution: string): Promise<SeverityCount[]> {
  const counts = SEVERITIES.map((severity) => ({ severity, count: 0, isCapped: false }));
  let rest = TEXT_BYTES;
  for (const kind of await selectKinds(source.tx, execution)) {
    const found = counts.filter((_, place) => (kind.severities & (1 << place)) !== 0);
    if (found.length === 1) for (const entry of found) entry.count += kind.lines;
    else if (kind.bytes <= rest) {
      rest -= kind.bytes;
      for await (const chunk of chunksOfKind(source.tx, execution, kind)) addLines(counts, await chunkText(source, chunk));
    } else for (const entry of found) Object.assign(entry, { count: entry.count + kind.chunks, isCapped: true });
  }
  return counts.filter(({ count }) => count > 0).toReversed();
}

function addLines(counts: readonly { count: number }[], text: Buffer): void {
  for (const start of startsOf(text)) {
    const entry = counts[severityAt(text, start)];
    if (entry) entry.count += 1;
  }
}

/** The bit of a severity is larger than those of all less severe ones, so that the kinds with the most severe lines come first. */
const selectKinds = (tx: Tx, execution: string): Promise<ChunkKind[]> =>
  tx.rows(sql`
    select c.severities, count(*) as chunks, sum(c.lines)::bigint as lines, sum(c.text_bytes)::bigint as bytes
    from log_chunk c
    where c.execution_id = ${execution}
      and c.lines > 0
    group by c.severities
    order by c.severities desc`);

async function* chunksOfKind(tx: Tx, execution: string, { severities }: ChunkKind): AsyncGenerator<ChunkRow> {
  let after = -1;
  for (;;) {
    const chunks = await tx.rows<ChunkRow>(sql`
      select ${chunkColumns}
      from log_chunk c
      where c.execution_id = ${execution}
        and c.severities = ${severities}::int
        and c.lines > 0
        and c.end_index > ${after}
      order by c.end_index
      limit ${CHUNKS_PER_QUERY}`);
    yield* chunks;
    if (chunks.length < CHUNKS_PER_QUERY) return;
    after = chunks.at(-1)?.end_index ?? after;
  }
}
