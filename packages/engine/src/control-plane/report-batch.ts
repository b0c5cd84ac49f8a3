/** Batches of reports: their parts, and what is sent again of those that the control plane refused. */
import type { Schema } from '@millrace/contract';
import { decodeChunk, encodeChunk } from '@millrace/wire/log-chunks';
import { gapLine } from '../logs/log-queue.ts';

type Report = Schema<'Report'>;

/** All parts of a batch, each with its execution and fence. */
export function partsOf(batch: Report): Schema<'ExecutionLease'>[] {
  return [...(batch.starts ?? []), ...(batch.logs ?? []), ...(batch.finishes ?? []), ...(batch.returns ?? [])];
}

/**
 * Halves a batch that the control plane refused as a whole (too large, or one part malformed): first by execution, then by the log lines of the one
 * execution. The order within each execution stays: start, lines, finish or return. Undefined when the batch cannot be halved.
 */
export function halved(batch: Report): [Report, Report] | undefined {
  const ids = [...new Set(partsOf(batch).map((part) => part.executionId))];
  if (ids.length > 1) {
    const first = new Set(ids.slice(0, ids.length / 2));
    return [only(batch, (id) => first.has(id)), only(batch, (id) => !first.has(id))];
  }
  const logs = batch.logs ?? [];
  const [log] = logs;
  if (!log || logs.length > 1) return undefined;
  const chunks = halvedChunk(log.chunk);
  if (!chunks) return undefined;
  const [first, second, count] = chunks;
  return [
    { starts: batch.starts ?? [], logs: [{ ...log, chunk: first }] },
    {
      logs: [{ ...log, firstIndex: log.firstIndex + count, chunk: second }],
      finishes: batch.finishes ?? [],
      ...(batch.returns && { returns: batch.returns }),
    },
  ];
}

/**
 * The part of a batch that the control plane refused because earlier log lines are missing there. Each such execution gets a line that states the gap,
 * and its lines are numbered to follow that line.
 */
export function renumbered(batch: Report, early: readonly Schema<'EarlyLog'>[]): Report {
  const next = new Map(early.map((one) => [one.executionId, one.nextIndex]));
  const repeated = only(batch, (id) => next.has(id));
  const logs = (repeated.logs ?? []).flatMap((log) => {
    const index = next.get(log.executionId) ?? 0;
    const lost = log.firstIndex - index;
    // No lines are missing before this part.
    if (lost <= 0) return [log];
    const chunk = encodeChunk([gapLine(lost, 'the control plane has lost them')]).toString('base64');
    return [
      { ...log, firstIndex: index, chunk },
      { ...log, firstIndex: index + 1 },
    ];
  });
  return { ...repeated, logs };
}

function halvedChunk(chunk: string): [string, string, number] | undefined {
  const lines = decodeChunk(Buffer.from(chunk, 'base64'));
  if (lines.length < 2) return undefined;
  const middle = Math.floor(lines.length / 2);
  const [first, second] = [lines.slice(0, middle), lines.slice(middle)].map((part) => encodeChunk(part).toString('base64'));
  return [first ?? '', second ?? '', middle];
}

/** The parts of a batch that belong to the wanted executions. */
function only(batch: Report, wanted: (executionId: string) => boolean): Report {
  return {
    starts: (batch.starts ?? []).filter((part) => wanted(part.executionId)),
    logs: (batch.logs ?? []).filter((part) => wanted(part.executionId)),
    finishes: (batch.finishes ?? []).filter((part) => wanted(part.executionId)),
    ...(batch.returns && { returns: batch.returns.filter((part) => wanted(part.executionId)) }),
  };
}
