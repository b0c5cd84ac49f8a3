/** Claimed executions in the form for the engine, with the values of their connections. */
import type { Schema } from '@millrace/contract';
import type { Tracing } from '@millrace/wire/tracing';
import { nowMilliseconds } from '../../../core/base/clock.ts';
import type { Platform } from '../../../core/platform/platform.ts';
import { UnreadableSecret } from '../../../core/secrets/secrets.ts';
import type { EngineActor } from '../../../identity/actor.ts';
import { crawlParameters } from '../../catalog/crawlers/index.ts';
import { runParameters } from '../../orchestration/connections/index.ts';
import { markFinished, topicsToWake, type ClaimedRow } from '../task-executions/index.ts';
import { toClaimJson } from './json.ts';

/**
 * Decrypts the secrets of the connections. An execution whose connections cannot be read ends and is not handed out. `at` is the time of the claim,
 * in milliseconds.
 */
export async function giveParameters(
  {
    db,
    secrets,
    tokens,
    log,
    tracing,
    wakeups,
    engine,
  }: Pick<Platform, 'db' | 'secrets' | 'tokens' | 'log' | 'tracing' | 'wakeups'> & { engine: EngineActor },
  claimed: readonly ClaimedRow[],
  at: number,
): Promise<Schema<'ClaimedExecution'>[]> {
  const read = await Promise.all(
    claimed.map(async (row) => {
      try {
        return { row, fromConnections: await runParameters(db.reader, secrets, row.connections) };
      } catch (error) {
        // If the database is not reachable, the connection is not the cause.
        if (!(error instanceof UnreadableSecret)) throw error;
        log.error({ err: error, execution: row.id }, 'the connections of an execution cannot be read');
        return { row, fromConnections: undefined };
      }
    }),
  );
  const unreadable = read.filter(({ fromConnections }) => fromConnections === undefined).map(({ row }) => row);
  if (unreadable.length > 0) {
    const finishedAt = nowMilliseconds();
    const finishes = unreadable.map(({ id, fence }) => ({ id, fence, finishedAt, ...UNREADABLE }));
    wakeups.wake(topicsToWake(await markFinished(db.writer, engine.engineId, finishes)));
  }
  return read.flatMap(({ row, fromConnections }) =>
    fromConnections === undefined ? [] : [toClaimJson(row, fromConnections, crawlParameters(tokens, row), claimSpan(tracing, row, at))],
  );
}

/** Returns the trace context of the run. Without a trace of a caller, as for schedules, the claim begins a trace. */
function claimSpan(tracing: Tracing, row: ClaimedRow, at: number): string | undefined {
  if (!tracing.on) return row.traceparent ?? undefined;
  const attributes = { 'millrace.execution_id': row.id, 'millrace.task_id': row.task_id };
  const span = tracing.span('claim execution', { parent: row.traceparent ?? undefined, at, attributes });
  span.end();
  return span.traceparent;
}

const UNREADABLE = {
  outcome: 'DEPLOY_FAILED',
  errorType: 'CONNECTION_UNREADABLE',
  errorMessage:
    'A connection of the task was deleted, or its secrets cannot be read with the keys of this install. The log of the server names it.',
} as const;
