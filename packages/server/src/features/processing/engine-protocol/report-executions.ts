import type { BodyOf } from '@millrace/contract';
import { nowMilliseconds } from '../../../core/clock.ts';
import type { Tx } from '../../../core/db.ts';
import { endpoint } from '../../../core/endpoint.ts';
import { appendLines } from '../../monitoring/execution-logs/index.ts';
import { markFinished, markStarted } from '../task-executions/index.ts';
import { onOurClock } from './engine-clock.ts';
import { lockHeld, type Lease } from './queries.ts';

type Report = BodyOf<'POST /engine/v1/reports'>;

/**
 * Takes starts, log lines and outcomes of many executions, in this order. With log lines it is one transaction, because lines are only taken while
 * the execution is held; without them each move is a statement of its own that looks at the fence itself. A report that is sent again changes nothing.
 */
export const reportExecutions = endpoint('POST /engine/v1/reports', {
  allow: 'engine',
  transaction: 'none',
  bodyLimit: 16 * 1024 * 1024,

  async run({ engine, db, body }) {
    const store = (tx: Tx) => take(tx, engine.engineId, onOurClock(body, nowMilliseconds()));
    const refused = body.logs?.length ? await db.transaction(store) : await store(db.writer);
    return { status: 200, body: { refused } };
  },
});

/** The executions of which a part was refused, because the engine does not hold them under the named fence. */
async function take(tx: Tx, engine: string, { starts = [], logs = [], finishes = [] }: Report): Promise<string[]> {
  const heldLogs = new Set(
    logs.length > 0
      ? (
          await lockHeld(
            tx,
            engine,
            logs.map(({ executionId, fence }) => ({ executionId, fence })),
          )
        ).map((one) => keyOf(one.id, one.fence))
      : [],
  );
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
          [...ending].map(([key, { executionId, ...rest }]) => ({ startedAt: startedAt.get(key), ...rest, id: executionId })),
        )
      : [];
  return refusedOf(
    [
      [started, new Set(begun.map((one) => one.id))],
      [[...ending.values()], new Set(ended.map((one) => one.id))],
    ],
    logs.filter((one) => !lines.includes(one)),
  );
}

const refusedOf = (parts: readonly [readonly Lease[], ReadonlySet<string>][], logs: readonly Lease[]): string[] => [
  ...new Set([
    ...parts.flatMap(([named, taken]) => named.filter((one) => !taken.has(one.executionId)).map((one) => one.executionId)),
    ...logs.map((one) => one.executionId),
  ]),
];

/** Parts of one report may name different fences of an execution; each part is judged by its own. */
const keyOf = (executionId: string, fence: number): string => `${executionId} ${fence}`;
