import { endpoint } from '../../../core/endpoint.ts';
import { appendLines } from '../../monitoring/execution-logs/index.ts';
import { markFinished, markStarted } from '../task-executions/index.ts';
import { lockHeld, type Lease } from './queries.ts';

/** Takes starts, log lines and outcomes of many executions in one transaction, in this order. */
export const reportExecutions = endpoint('POST /engine/v1/reports', {
  allow: 'engine',
  bodyLimit: 16 * 1024 * 1024,

  async run({ engine, tx, body }) {
    const { starts = [], logs = [], finishes = [] } = body;
    const named = new Map(
      [...starts, ...logs, ...finishes].map(({ executionId, fence }) => [keyOf(executionId, fence), { executionId, fence }]),
    );
    const held = new Set((await lockHeld(tx, engine.engineId, [...named.values()])).map((one) => keyOf(one.id, one.fence)));
    const isHeld = (one: Lease): boolean => held.has(keyOf(one.executionId, one.fence));

    const started = starts.filter(isHeld).map((one) => ({ id: one.executionId, startedAt: one.startedAt }));
    if (started.length > 0) await markStarted(tx, started);
    const lines = logs.filter(isHeld);
    if (lines.length > 0) await appendLines(tx, lines);
    const finished = finishes.filter(isHeld).map(({ executionId, ...rest }) => ({ id: executionId, ...rest }));
    if (finished.length > 0) await markFinished(tx, finished);

    return {
      status: 200,
      body: { refused: [...new Set([...named.values()].filter((one) => !isHeld(one)).map((one) => one.executionId))] },
    };
  },
});

/** Parts of one report may name different fences of an execution; each part is judged by its own. */
const keyOf = (executionId: string, fence: number): string => `${executionId} ${fence}`;
