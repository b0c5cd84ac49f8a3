/** The metrics of the work of engines. */
import { counter, histogram, type Metrics } from '../../../core/observability/metrics.ts';
import type { Report } from './report.ts';

const claims = counter('millrace_claims_total', 'Answers to claims of engines, with work or without.');
const claimed = counter('millrace_claimed_executions_total', 'Executions that were handed out to engines.');
const finished = counter('millrace_finished_executions_total', 'Executions whose end an engine reported, by outcome.', 'outcome');
const returned = counter('millrace_returned_executions_total', 'Executions that ill engines gave back to the queue before they began.');
const logLines = counter('millrace_log_lines_total', 'Log lines that were stored.');
const logBytes = counter('millrace_log_bytes_total', 'Bytes of the log lines that were stored, with their times, severities and streams.');
const LAGS = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800];
const logLag = histogram('millrace_log_lag_seconds', 'Seconds from the writing of the last line of each chunk until it was durable.', LAGS);

/** All metrics of this feature. */
export const protocolMetrics = [claims, claimed, finished, returned, logLines, logBytes, logLag];

/** Counts an answer to a claim. */
export function countClaim(metrics: Metrics, executions: number): void {
  metrics.series(claims).add();
  metrics.series(claimed).add(executions);
}

/** Counts executions that went back into the queue. */
export const countReturns = (metrics: Metrics, executions: number): void => metrics.series(returned).add(executions);

/** Counts the lines and ends of a report, once they are stored, without the `skipped` executions, whose parts were refused or came too early. */
export function countReport(metrics: Metrics, report: Report, skipped: ReadonlySet<string>, nowMilliseconds: number): void {
  const { logs, finishes = [] } = report;
  for (const { executionId, facts, clockShift } of logs) {
    if (skipped.has(executionId)) continue;
    metrics.series(logLines).add(facts.lines);
    metrics.series(logBytes).add(facts.textBytes);
    metrics.series(logLag).observe(Math.max(0, nowMilliseconds - facts.lastAt - clockShift) / 1000);
  }
  for (const { executionId, outcome } of finishes) if (!skipped.has(executionId)) metrics.series(finished, outcome).add();
}
