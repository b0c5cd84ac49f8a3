import type { Schema } from '@millrace/contract';
import type { ExecutionReports, Receipt } from '../control-plane/execution-reports.ts';
import { steadyNow } from '../program/steady-clock.ts';
import type { HeldExecution, RunServices } from './runner.ts';

/** Ends an execution successfully at once, without a process, to measure the cost of the control plane alone. */
export function runInline(reports: ExecutionReports, traced: { traceparent?: string }): Promise<Receipt> {
  const now = steadyNow();
  return reports.finished({ outcome: 'EXECUTION_SUCCESS', startedAt: now, finishedAt: now, ...traced });
}

/** Creates an execution that ends in this way, for a runner that has no processes. */
export function inlineExecution({ executionId, fence }: Schema<'ClaimedExecution'>, { reporter }: RunServices): HeldExecution {
  const lease = { executionId, fence };
  const reports = reporter.open(lease, '', () => {});
  const done = runInline(reports, {}).then(() => {});
  return { lease, done, active: false, preparing: false, stopReason: undefined, stop: () => {}, abandon: () => reports.discard() };
}
