/** Processes the reports of engines for the control plane of tests. */
import { isDeepStrictEqual } from 'node:util';
import type { Schema } from '@millrace/contract';
import { decodeChunk, type LogLine } from '@millrace/wire/log-chunks';

/** An execution in the control plane of tests, with all that was reported about it. */
export type TestExecution = {
  claim: Schema<'ClaimedExecution'>;
  state: 'queued' | 'held' | 'ended' | 'lost';
  /** The claim whose answer contained it. */
  claimedBy?: { incarnation?: string | undefined; number?: number | undefined };
  startedAt?: number;
  podName?: string;
  lines: LogLine[];
  /** The index of the first line of its current claim. */
  firstLine?: number;
  /** The reports of its returns. */
  returned?: Schema<'ReturnReport'>[];
  finish?: Schema<'FinishReport'>;
  stop: boolean;
};

/** Applies a report, and records in `faults` the contradictions to earlier reports. A returned execution is queued with the next fence. */
export function applyReport(
  report: Schema<'Report'>,
  executions: ReadonlyMap<string, TestExecution>,
  faults: string[],
  nextFence: () => number,
): Schema<'ReportAnswer'> {
  const refused = new Set<string>();
  const findHeld = (part: Schema<'ExecutionLease'>): TestExecution | undefined => {
    const execution = executions.get(part.executionId);
    // A part may be sent again, also after the end.
    if (execution && execution.claim.fence === part.fence && (execution.state === 'held' || execution.state === 'ended')) return execution;
    refused.add(part.executionId);
    return undefined;
  };
  for (const part of report.starts ?? []) {
    const execution = findHeld(part);
    if (!execution) continue;
    if (execution.startedAt !== undefined && execution.startedAt !== part.startedAt) faults.push('two different starts');
    execution.startedAt = part.startedAt;
    if (part.podName !== undefined) execution.podName = part.podName;
  }
  for (const part of report.logs ?? []) {
    const execution = findHeld(part);
    if (execution) storeLines(execution, part, faults);
  }
  for (const part of report.finishes ?? []) {
    const execution = findHeld(part);
    if (!execution) continue;
    if (execution.finish && !isDeepStrictEqual(execution.finish, part)) faults.push('two different ends');
    execution.finish = part;
    execution.state = 'ended';
  }
  for (const part of report.returns ?? []) {
    const execution = findHeld(part);
    if (!execution) continue;
    const { returnsLeft } = execution.claim;
    if (execution.startedAt !== undefined) faults.push('an execution was returned after its start');
    if (!returnsLeft) faults.push('an execution without returns left was returned');
    (execution.returned ??= []).push(part);
    execution.state = 'queued';
    execution.firstLine = execution.lines.length;
    execution.claim = { ...execution.claim, fence: nextFence(), returnsLeft: (returnsLeft ?? 0) - 1 };
  }
  return { refused: [...refused] };
}

function storeLines(execution: TestExecution, part: Schema<'LogReport'>, faults: string[]): void {
  for (const [offset, line] of decodeChunk(Buffer.from(part.chunk, 'base64')).entries()) {
    const index = (execution.firstLine ?? 0) + part.firstIndex + offset;
    const stored = execution.lines[index];
    if (index > execution.lines.length) faults.push(`a gap before line ${index}`);
    else if (stored && !isDeepStrictEqual(stored, line)) faults.push(`line ${index} came twice with different words`);
    else if (!stored) {
      if (execution.state === 'ended') faults.push(`line ${index} came after the end`);
      execution.lines.push(line);
    }
  }
}
