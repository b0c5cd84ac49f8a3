/** Takes in chunks of log lines, so that each line is kept once and in order. */
import { CHUNK_BYTES, ChunkFault, compressText, factsOf, textOf, type ChunkFacts } from '@millrace/wire/log-chunks';
import type { Tx } from '../../../core/database/db.ts';
import { invalid } from '../../../core/base/problem.ts';
import { insertChunks, type NewChunk } from './chunk-queries.ts';

/** Lines of an execution as an engine sends them. */
export type SentLines = { executionId: string; firstIndex: number; chunk: string };
/** Lines that were looked at: whole, countable, in times of the server's clock. */
export type ReadLines = { executionId: string; firstIndex: number; data: Buffer; text: Buffer; facts: ChunkFacts; clockShift: number };

const LINE_FEED = 10;

/** Unpacks what an engine sends, or says what is wrong with it. */
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
 * Keeps lines; what is there already stays as it is, so that a report may come twice. Whoever calls holds the executions' locks and knows the index
 * that each needs next. Returns the executions whose lines came too early: of those nothing was kept.
 * @rule execution-logs.list.once
 */
export async function keepLines(
  tx: Tx,
  sent: readonly ReadLines[],
  nextIndexes: ReadonlyMap<string, number>,
): Promise<Map<string, number>> {
  const next = new Map(nextIndexes);
  const early = new Map<string, number>();
  const chunks: NewChunk[] = [];
  for (const one of sent) {
    const expected = next.get(one.executionId) ?? 0;
    if (early.has(one.executionId)) continue;
    if (one.firstIndex > expected) {
      early.set(one.executionId, nextIndexes.get(one.executionId) ?? 0);
      continue;
    }
    const chunk = chunkFrom(one, expected);
    if (!chunk) continue;
    next.set(one.executionId, chunk.endIndex);
    chunks.push(chunk);
  }
  const kept = chunks.filter((one) => !early.has(one.executionId));
  if (kept.length > 0) await insertChunks(tx, kept);
  return early;
}

/** What of the lines is new: all, the later part, or nothing. */
function chunkFrom({ executionId, firstIndex, data, text, facts, clockShift }: ReadLines, expected: number): NewChunk | undefined {
  const known = expected - firstIndex;
  const endIndex = firstIndex + facts.lines;
  if (known >= facts.lines) return undefined;
  if (known === 0) return { executionId, endIndex, clockShift, data, ...onClock(facts, clockShift) };
  const rest = afterLines(text, known);
  return { executionId, endIndex, clockShift, data: compressText(rest), ...onClock(factsOf(rest), clockShift) };
}

const onClock = (facts: ChunkFacts, shift: number): ChunkFacts => ({
  ...facts,
  firstAt: Math.max(0, facts.firstAt + shift),
  lastAt: Math.max(0, facts.lastAt + shift),
});

function afterLines(text: Buffer, count: number): Buffer {
  let start = 0;
  for (let line = 0; line < count; line += 1) start = text.indexOf(LINE_FEED, start) + 1;
  return text.subarray(start);
}
