/** What a report of an engine brings about. */
import type { BodyOf } from '@millrace/contract';
import type { Tx } from '../../../core/db.ts';
import { appendLines } from '../../monitoring/execution-logs/index.ts';
import { markFinished, markStarted, type Ended } from '../task-executions/index.ts';
import { lockHeld, type Lease } from './queries.ts';

/** Starts, log lines and outcomes of many executions. */
export type Report = BodyOf<'POST /engine/v1/reports'>;

/** What has ended, and the executions of which a part was refused, because the engine does not hold them under the named fence. */
export type Taken = { refused: string[]; ended: Ended[] };

/** Takes a report. */
export async function takeReport(tx: Tx, engine: string, { starts = [], logs = [], finishes = [] }: Report): Promise<Taken> {
  const leases = logs.map(({ executionId, fence }) => ({ executionId, fence }));
  const held = leases.length > 0 ? await lockHeld(tx, engine, leases) : [];
  const heldLogs = new Set(held.map((one) => keyOf(one.id, one.fence)));
  const lines = logs.filter((one) => heldLogs.has(keyOf(one.executionId, one.fence)));
  const ending = new Map(finishes.map((one) => [keyOf(one.executionId, one.fence), one]));
  const startedAt = new Map(starts.map((one) => [keyOf(one.executionId, one.fence), one.startedAt]));
  // A run that is over by now is written once, as ended.
  const started = starts.filter((one) => !ending.has(keyOf(one.executionId, one.fence)));
  if (lines.length > 0) await appendLines(tx, lines);
  const begun =
    started.length > 0
      ? await markStarted(
          tx,
          engine,
          started.map(({ executionId, ...rest }) => ({ id: executionId, ...rest })),
        )
      : [];
  const ended =
    ending.size > 0
      ? await markFinished(
          tx,
          engine,
          [...ending].map(([key, { executionId, traceparent: _traceparent, ...rest }]) => ({
            startedAt: startedAt.get(key),
            ...rest,
            id: executionId,
          })),
        )
      : [];
  const refused = refusedOf(
    [
      [started, new Set(begun.map((one) => one.id))],
      [[...ending.values()], new Set(ended.map((one) => one.id))],
    ],
    logs.filter((one) => !lines.includes(one)),
  );
  return { refused, ended };
}

const refusedOf = (parts: readonly [readonly Lease[], ReadonlySet<string>][], logs: readonly Lease[]): string[] => [
  ...new Set([
    ...parts.flatMap(([named, taken]) => named.filter((one) => !taken.has(one.executionId)).map((one) => one.executionId)),
    ...logs.map((one) => one.executionId),
  ]),
];

/** Parts of one report may name different fences of an execution; each part is judged by its own. */
const keyOf = (executionId: string, fence: number): string => `${executionId} ${fence}`;
