import { reach } from '@millrace/contract/fault-points';
import type { Tracing } from '@millrace/contract/tracing';
import { nowMilliseconds } from '../../../core/clock.ts';
import type { Tx } from '../../../core/db.ts';
import { endpoint } from '../../../core/endpoint.ts';
import { wakeBecauseOf } from '../task-executions/index.ts';
import { onOurClock } from './engine-clock.ts';
import { countReport } from './measures.ts';
import { takeReport, type Report } from './take-report.ts';

/**
 * Takes starts, log lines and outcomes of many executions, in this order. With log lines it is one transaction, because lines are only taken while
 * the execution is held; without them each move is a statement of its own that looks at the fence itself. A report that is sent again changes nothing.
 */
export const reportExecutions = endpoint('POST /engine/v1/reports', {
  allow: 'engine',
  transaction: 'none',
  bodyLimit: 16 * 1024 * 1024,

  async run({ engine, db, body, metrics, tracing }) {
    const began = nowMilliseconds();
    const report = onOurClock(body, began);
    const store = async (tx: Tx) => {
      const taken = await takeReport(tx, engine.engineId, report);
      if (body.logs?.length) pass(body, 'before-commit');
      return taken;
    };
    if (!body.logs?.length) pass(body, 'before-commit');
    const { refused, ended } = body.logs?.length ? await db.transaction(store) : await store(db.writer);
    pass(body, 'after-commit');
    const left = new Set(refused);
    countReport(metrics, report, left, nowMilliseconds());
    if (tracing.on) traceEnds(tracing, report, left, began);
    return { status: 200, body: { refused }, wake: wakeBecauseOf(ended) };
  },
});

/** A span of each end that belongs to a trace, below that of the run. */
function traceEnds(tracing: Tracing, { finishes = [] }: Report, refused: ReadonlySet<string>, at: number): void {
  for (const { executionId, outcome, traceparent } of finishes) {
    if (traceparent === undefined || refused.has(executionId)) continue;
    const attributes = { 'millrace.execution_id': executionId, 'millrace.outcome': outcome };
    tracing.span('complete execution', { parent: traceparent, kind: 'consumer', at, attributes }).end();
  }
}

function pass({ starts, logs, finishes }: Report, moment: 'before-commit' | 'after-commit'): void {
  if (starts?.length) reach(`start.${moment}`);
  if (logs?.length) reach(`logs.${moment}`);
  if (finishes?.length) reach(`finish.${moment}`);
}
