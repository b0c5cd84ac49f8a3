/** Applies the report of an engine. The times in it come from the clock of the engine, which may be wrong. */
import type { BodyOf } from '@millrace/contract';
import { reachFaultPoint } from '@millrace/wire/fault-points';
import type { Tracing } from '@millrace/wire/tracing';
import type { Tx } from '../../../core/database/sql.ts';
import { storeTouched } from '../../catalog/lineage/index.ts';
import { appendComponents } from '../../monitoring/component-metrics/index.ts';
import { type ReadLines, selectNextIndexes, storeReportedLines } from '../../monitoring/log-store/index.ts';
import { type ExecutionEnd, giveBackReturned, type Lease, markFinished, markStarted } from '../task-executions/index.ts';
import { lockHeld } from './rows.ts';

type Body = BodyOf<'POST /engine/v1/reports'>;

/** The parts of a report: starts, log lines (already checked), outcomes and returns of many executions. */
export type Report = Pick<Body, 'starts' | 'finishes' | 'returns'> & { logs: readonly ReadLog[] };
/** Log lines of an execution under the fence that the engine reports. */
type ReadLog = ReadLines & { fence: number };

/** An execution whose lines come too early, and the index of the line that must come next. */
type EarlyLines = Lease & { nextIndex: number };

type ReportOutcome = {
  /** The ids of executions with a refused part, because the engine does not hold them under that fence. */
  refused: string[];
  /** The executions of which nothing was stored, because earlier lines are missing. */
  early: EarlyLines[];
  ended: ExecutionEnd[];
  /** The number of executions that went back into the queue. */
  waiting: number;
};

/** Applies a report. */
export async function takeReport(tx: Tx, engine: string, report: Report): Promise<ReportOutcome> {
  const { refused, early } = await takeLines(tx, engine, report.logs);
  const earlyKeys = new Set(early.map(keyOf));
  const starts = (report.starts ?? []).filter((start) => !earlyKeys.has(keyOf(start)));
  const finishes = (report.finishes ?? []).filter((finish) => !earlyKeys.has(keyOf(finish)));
  const ending = new Map(finishes.map((finish) => [keyOf(finish), finish]));
  const startOf = new Map(starts.map((start) => [keyOf(start), start]));
  // A run that has already ended is written once, as ended.
  const started = starts.filter((start) => !ending.has(keyOf(start)));
  const begins = started.map(({ executionId, ...rest }) => ({ id: executionId, ...rest }));
  const begun = begins.length > 0 ? await markStarted(tx, engine, begins) : [];
  const ends = [...ending].map(
    ([key, { executionId, components: _components, inputs: _inputs, outputs: _outputs, traceparent: _traceparent, ...rest }]) => ({
      startedAt: startOf.get(key)?.startedAt,
      podName: startOf.get(key)?.podName,
      ...rest,
      id: executionId,
    }),
  );
  const ended = ends.length > 0 ? await markFinished(tx, engine, ends) : [];
  const endedIds = new Set(ended.map(({ id }) => id));
  // If a report has several fences of an execution, it ended under the highest.
  const lastFinishes = new Map(
    [...ending.values()].toSorted((first, second) => first.fence - second.fence).map((finish) => [finish.executionId, finish]),
  );
  const appliedFinishes = [...lastFinishes.values()].filter(({ executionId }) => endedIds.has(executionId));
  const withComponents = appliedFinishes
    .map(({ executionId, components = [] }) => ({ executionId, components }))
    .filter(({ components }) => components.length > 0);
  if (withComponents.length > 0) await appendComponents(tx, withComponents);
  const touched = appliedFinishes
    .map(({ executionId, inputs = [], outputs = [] }) => ({ executionId, inputs, outputs }))
    .filter(({ inputs, outputs }) => inputs.length + outputs.length > 0);
  if (touched.length > 0) await storeTouched(tx, touched);
  const returns = (report.returns ?? []).filter((entry) => !earlyKeys.has(keyOf(entry)));
  const returned = returns.length > 0 ? await takeReturns(tx, engine, returns) : [];
  return {
    refused: [...new Set([...refused, ...missing(started, begun), ...missing([...ending.values()], ended), ...missing(returns, returned)])],
    early,
    ended: [...ended, ...returned.filter(({ over }) => over)],
    waiting: returned.filter(({ over }) => !over).length,
  };
}

/** Locks first: the same report, sent again after a lost answer, may still be adding lines. */
async function takeReturns(tx: Tx, engine: string, returns: NonNullable<Body['returns']>) {
  await lockHeld(tx, engine, returns.map(leaseOf));
  const moves = returns.map(({ executionId, ...rest }) => ({ id: executionId, ...rest }));
  return giveBackReturned(tx, engine, moves);
}

/** Locks first and then reads the next index, so that it sees the lines of a report for which it waited. */
async function takeLines(tx: Tx, engine: string, logs: readonly ReadLog[]): Promise<{ refused: string[]; early: EarlyLines[] }> {
  if (logs.length === 0) return { refused: [], early: [] };
  const [held, nextIndexes] = await Promise.all([
    lockHeld(tx, engine, logs.map(leaseOf)),
    selectNextIndexes(tx, [...new Set(logs.map(({ executionId }) => executionId))]),
  ]);
  const heldById = new Map(held.map((row) => [row.id, row]));
  // Each holder numbers its lines from 0; lines of earlier holders, which gave the execution back, come before them.
  const firstOf = (id: string): number => heldById.get(id)?.first_line ?? 0;
  const acceptedLogs = logs
    .filter(({ executionId, fence }) => heldById.get(executionId)?.fence === fence)
    .map((log) => ({ ...log, firstIndex: log.firstIndex + firstOf(log.executionId) }));
  const early = await storeReportedLines(tx, acceptedLogs, new Map(nextIndexes.map(({ id, next }) => [id, next])));
  return {
    refused: logs.filter(({ executionId, fence }) => heldById.get(executionId)?.fence !== fence).map(({ executionId }) => executionId),
    early: [...early].map(([executionId, nextIndex]) => ({
      executionId,
      fence: heldById.get(executionId)?.fence ?? 0,
      nextIndex: nextIndex - firstOf(executionId),
    })),
  };
}

const missing = (named: readonly Lease[], taken: readonly { id: string }[]): string[] => {
  const known = new Set(taken.map(({ id }) => id));
  return named.filter(({ executionId }) => !known.has(executionId)).map(({ executionId }) => executionId);
};

const leaseOf = ({ executionId, fence }: Lease): Lease => ({ executionId, fence });

/** Parts of one report may have different fences of an execution; each part is checked with its own. */
const keyOf = ({ executionId, fence }: Lease): string => `${executionId} ${fence}`;

/** Adds a span for each end that belongs to a trace, below that of the run. */
export function traceEnds(tracing: Tracing, { finishes = [] }: Report, skipped: ReadonlySet<string>, at: number): void {
  for (const { executionId, outcome, traceparent } of finishes) {
    if (traceparent === undefined || skipped.has(executionId)) continue;
    const attributes = { 'millrace.execution_id': executionId, 'millrace.outcome': outcome };
    tracing.span('complete execution', { parent: traceparent, kind: 'consumer', at, attributes }).end();
  }
}

/** Reaches the fault points of the parts of a report. */
export function reachFaultPointsOf({ starts, logs, finishes }: Report, moment: 'before-commit' | 'after-commit'): void {
  if (starts?.length) reachFaultPoint(`start.${moment}`);
  if (logs.length > 0) reachFaultPoint(`logs.${moment}`);
  if (finishes?.length) reachFaultPoint(`finish.${moment}`);
}

/** A smaller difference counts as the time of transmission. */
const TOLERANCE_MILLISECONDS = 5000;

/** Returns the correction of the clock of an engine, in milliseconds; 0 for a report without the time when it was sent. */
export function shiftOf({ sentAt }: Body, nowMilliseconds: number): number {
  const difference = sentAt === undefined ? 0 : nowMilliseconds - sentAt;
  return Math.abs(difference) <= TOLERANCE_MILLISECONDS ? 0 : difference;
}

/**
 * Returns the starts and ends of a report with times of the server's clock. None is later than the time when the report was sent, or than now; a
 * clock that was set back, or that is a little ahead, would cause such times.
 * @rule task-executions.times.engine-clock
 */
export function onOurClock(report: Body, shift: number, nowMilliseconds: number): Pick<Body, 'starts' | 'finishes'> {
  const { sentAt } = report;
  if (sentAt === undefined) return report;
  const correct = (at: number): number => Math.min(nowMilliseconds, Math.max(0, Math.min(at, sentAt) + shift));
  return {
    starts: report.starts?.map((start) => ({ ...start, startedAt: correct(start.startedAt) })) ?? [],
    finishes:
      report.finishes?.map((finish) => ({
        ...finish,
        finishedAt: correct(finish.finishedAt),
        ...(finish.startedAt !== undefined && { startedAt: correct(finish.startedAt) }),
        ...(finish.components && {
          components: finish.components.map((component) => ({
            ...component,
            component_start_time_seconds: correct(component.component_start_time_seconds * 1000) / 1000,
          })),
        }),
      })) ?? [],
  };
}
