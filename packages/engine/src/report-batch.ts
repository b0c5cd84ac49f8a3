import type { Schema } from '@millrace/contract';

type Report = Schema<'Report'>;

/** All parts of a batch, each with its execution and fence. */
export function partsOf(batch: Report): Schema<'ExecutionLease'>[] {
  return [...(batch.starts ?? []), ...(batch.logs ?? []), ...(batch.finishes ?? [])];
}

/**
 * Halves a batch that was refused as a whole (too large, or wrong somewhere): first by execution, then by the log lines of the one execution.
 * The order within each execution stays: start, lines, finish. Undefined when there is nothing left to halve.
 */
export function halved(batch: Report): [Report, Report] | undefined {
  const ids = [...new Set(partsOf(batch).map((part) => part.executionId))];
  if (ids.length > 1) {
    const first = new Set(ids.slice(0, ids.length / 2));
    return [only(batch, (id) => first.has(id)), only(batch, (id) => !first.has(id))];
  }
  const logs = batch.logs ?? [];
  const [log] = logs;
  if (!log || logs.length > 1 || log.lines.length < 2) return undefined;
  const middle = Math.floor(log.lines.length / 2);
  return [
    { starts: batch.starts ?? [], logs: [{ ...log, lines: log.lines.slice(0, middle) }] },
    { logs: [{ ...log, firstIndex: log.firstIndex + middle, lines: log.lines.slice(middle) }], finishes: batch.finishes ?? [] },
  ];
}

function only(batch: Report, wanted: (executionId: string) => boolean): Report {
  return {
    starts: (batch.starts ?? []).filter((part) => wanted(part.executionId)),
    logs: (batch.logs ?? []).filter((part) => wanted(part.executionId)),
    finishes: (batch.finishes ?? []).filter((part) => wanted(part.executionId)),
  };
}
