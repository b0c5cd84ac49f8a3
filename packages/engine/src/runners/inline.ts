import type { ExecutionReports, Receipt } from '../execution-reports.ts';

/** Ends an execution successfully at once, without a process, to measure the cost of the control plane alone. */
export function runInline(reports: ExecutionReports, traced: { traceparent?: string }): Promise<Receipt> {
  const now = Date.now();
  return reports.finished({ outcome: 'EXECUTION_SUCCESS', startedAt: now, finishedAt: now, ...traced });
}
