import { reachFaultPoint } from '@millrace/wire/fault-points';
import type { Tracing } from '@millrace/wire/tracing';
import { nowMilliseconds } from '../../../core/base/clock.ts';
import type { Tx } from '../../../core/database/db.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { readSentLines } from '../../monitoring/log-store/index.ts';
import { topicsToWake } from '../task-executions/index.ts';
import { onOurClock, shiftOf } from './engine-clock.ts';
import { countReport, countReturns } from './metrics.ts';
import { takeReport, type Report } from './take-report.ts';

/**
 * Applies log lines, starts, outcomes and returns of many executions, in this order. A report with log lines, components or returns is one
 * transaction: lines are stored only while the execution is held, components belong to an end that is applied once, and the lines of the next
 * holder follow those of this one. Otherwise each move is a statement of its own that checks the fence. A report that is sent again changes
 * nothing.
 */
export const reportExecutions = endpoint('POST /engine/v1/reports', {
  allow: 'engine',
  transaction: 'none',
  bodyLimit: 16 * 1024 * 1024,

  async run({ engine, db, body, metrics, tracing }) {
    const began = nowMilliseconds();
    const shift = shiftOf(body, began);
    const logs = (body.logs ?? []).map(({ fence, ...sent }, index) => ({
      ...readSentLines(sent, `body.logs[${index}].chunk`, shift),
      fence,
    }));
    const report: Report = { ...onOurClock(body, shift, began), logs, ...(body.returns && { returns: body.returns }) };
    const store = async (tx: Tx) => {
      const outcome = await takeReport(tx, engine.engineId, report);
      if (logs.length > 0) reachFaultPointsOf(report, 'before-commit');
      return outcome;
    };
    if (logs.length === 0) reachFaultPointsOf(report, 'before-commit');
    const needsTransaction = logs.length > 0 || body.returns?.length || body.finishes?.some(({ components }) => components?.length);
    const { refused, early, ended, waiting } = needsTransaction ? await db.transaction(store) : await store(db.writer);
    reachFaultPointsOf(report, 'after-commit');
    const skipped = new Set([...refused, ...early.map(({ executionId }) => executionId)]);
    countReport(metrics, report, skipped, nowMilliseconds());
    countReturns(metrics, waiting);
    if (tracing.on) traceEnds(tracing, report, skipped, began);
    return {
      status: 200,
      body: { refused, ...(early.length > 0 && { early }) },
      wake: [...topicsToWake(ended), ...(waiting > 0 ? [engine.environment] : [])],
    };
  },
});

/** Adds a span for each end that belongs to a trace, below that of the run. */
function traceEnds(tracing: Tracing, { finishes = [] }: Report, skipped: ReadonlySet<string>, at: number): void {
  for (const { executionId, outcome, traceparent } of finishes) {
    if (traceparent === undefined || skipped.has(executionId)) continue;
    const attributes = { 'millrace.execution_id': executionId, 'millrace.outcome': outcome };
    tracing.span('complete execution', { parent: traceparent, kind: 'consumer', at, attributes }).end();
  }
}

function reachFaultPointsOf({ starts, logs, finishes }: Report, moment: 'before-commit' | 'after-commit'): void {
  if (starts?.length) reachFaultPoint(`start.${moment}`);
  if (logs.length > 0) reachFaultPoint(`logs.${moment}`);
  if (finishes?.length) reachFaultPoint(`finish.${moment}`);
}
