/** What a control plane of tests does with reports. */
import { isDeepStrictEqual } from 'node:util';
import type { Schema } from '@millrace/contract';
import { decodeChunk, type LogLine } from '@millrace/wire/log-chunks';

/** All that the control plane knows of one execution. */
export type Known = {
  claim: Schema<'ClaimedExecution'>;
  state: 'queued' | 'held' | 'ended' | 'lost';
  /** The claim that it was given to. */
  claimedBy?: { incarnation?: string | undefined; number?: number | undefined };
  startedAt?: number;
  lines: LogLine[];
  /** Where the lines of its present holder begin. */
  firstLine?: number;
  /** Why it was given back, each time. */
  returned?: Schema<'ReturnReport'>[];
  finish?: Schema<'FinishReport'>;
  stop: boolean;
};

/** Takes a report, and writes down what contradicts an earlier one. What is given back waits under the next fence. */
export function takeReport(
  report: Schema<'Report'>,
  executions: ReadonlyMap<string, Known>,
  faults: string[],
  nextFence: () => number,
): Schema<'ReportAnswer'> {
  const refused = new Set<string>();
  const heldBy = (part: Schema<'ExecutionLease'>): Known | undefined => {
    const known = executions.get(part.executionId);
    // Sending it again changes nothing, also after the end.
    if (known && known.claim.fence === part.fence && (known.state === 'held' || known.state === 'ended')) return known;
    refused.add(part.executionId);
    return undefined;
  };
  for (const part of report.starts ?? []) {
    const known = heldBy(part);
    if (!known) continue;
    if (known.startedAt !== undefined && known.startedAt !== part.startedAt) faults.push('two different starts');
    known.startedAt = part.startedAt;
  }
  for (const part of report.logs ?? []) {
    const known = heldBy(part);
    if (known) keepLines(known, part, faults);
  }
  for (const part of report.finishes ?? []) {
    const known = heldBy(part);
    if (!known) continue;
    if (known.finish && !isDeepStrictEqual(known.finish, part)) faults.push('two different ends');
    known.finish = part;
    known.state = 'ended';
  }
  for (const part of report.returns ?? []) {
    const known = heldBy(part);
    if (!known) continue;
    const { returnsLeft } = known.claim;
    if (known.startedAt !== undefined) faults.push('an execution that has begun was given back');
    if (!returnsLeft) faults.push('an execution was given back that cannot be');
    (known.returned ??= []).push(part);
    known.state = 'queued';
    known.firstLine = known.lines.length;
    known.claim = { ...known.claim, fence: nextFence(), returnsLeft: (returnsLeft ?? 0) - 1 };
  }
  return { refused: [...refused] };
}

function keepLines(known: Known, part: Schema<'LogReport'>, faults: string[]): void {
  for (const [offset, line] of decodeChunk(Buffer.from(part.chunk, 'base64')).entries()) {
    const index = (known.firstLine ?? 0) + part.firstIndex + offset;
    const before = known.lines[index];
    if (index > known.lines.length) faults.push(`a gap before line ${index}`);
    else if (before && !isDeepStrictEqual(before, line)) faults.push(`line ${index} came twice with different words`);
    else if (!before) {
      if (known.state === 'ended') faults.push(`line ${index} came after the end`);
      known.lines.push(line);
    }
  }
}
