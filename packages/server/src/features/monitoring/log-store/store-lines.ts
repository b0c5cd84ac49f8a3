/** Stores reported chunks of log lines, so that each line is stored once and in order. */
import { CHUNK_BYTES, ChunkFault, compressText, factsOf, textOf, type ChunkFacts } from '@millrace/wire/log-chunks';
import type { Tx } from '../../../core/database/db.ts';
import { invalid } from '../../../core/base/problem.ts';
import { insertChunks, type NewChunk } from './chunk-queries.ts';

/** A chunk of lines of an execution, as an engine sends it. */
export type SentLines = { executionId: string; firstIndex: number; chunk: string };
/** An unpacked chunk with its number of lines and its times; `clockShift` converts them to the clock of the server. */
export type ReadLines = { executionId: string; firstIndex: number; data: Buffer; text: Buffer; facts: ChunkFacts; clockShift: number };

const LINE_FEED = 10;

/** Unpacks a chunk of an engine; refuses a chunk that is damaged or too large. */
export function unpackLines(sent: SentLines, place: string, clockShift: number): ReadLines {
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
