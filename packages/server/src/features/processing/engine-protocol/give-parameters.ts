/** What an engine is told of the executions that it claimed, with the values of their connections. */
import type { Schema } from '@millrace/contract';
import { nowMilliseconds } from '../../../core/clock.ts';
import type { Platform } from '../../../core/platform.ts';
import { UnreadableSecret } from '../../../core/secrets.ts';
import type { EngineActor } from '../../../identity/actor.ts';
import { runParameters } from '../../orchestration/connections/index.ts';
import { markFinished, wakeBecauseOf, type ClaimedRow } from '../task-executions/index.ts';
import { toClaimJson } from './json.ts';

/** Secrets are decrypted here, on their way to the engine that runs them. An execution whose connections cannot be read ends and is not handed out. */
export async function giveParameters(
  { db, secrets, log, wakeups, engine }: Pick<Platform, 'db' | 'secrets' | 'log' | 'wakeups'> & { engine: EngineActor },
  claimed: readonly ClaimedRow[],
): Promise<Schema<'ClaimedExecution'>[]> {
  const read = await Promise.all(
    claimed.map(async (row) => {
      try {
        return { row, given: await runParameters(db.reader, secrets, row.connections) };
      } catch (error) {
        // A database that is away is no fault of the connection.
        if (!(error instanceof UnreadableSecret)) throw error;
        log.error({ err: error, execution: row.id }, 'the connections of an execution cannot be read');
        return { row, given: undefined };
      }
    }),
  );
  const lost = read.filter(({ given }) => given === undefined).map(({ row }) => row);
  if (lost.length > 0) {
    const finishedAt = nowMilliseconds();
    const ended = await markFinished(
      db.writer,
      engine.engineId,
      lost.map(({ id, fence }) => ({ id, fence, finishedAt, ...UNREADABLE })),
    );
    wakeups.wake(wakeBecauseOf(ended));
  }
  return read.flatMap(({ row, given }) => (given === undefined ? [] : [toClaimJson(row, given)]));
}

const UNREADABLE = {
  outcome: 'DEPLOY_FAILED',
  errorType: 'CONNECTION_UNREADABLE',
  errorMessage:
    'A connection of the task was deleted, or its secrets cannot be read with the keys of this install. The log of the server tells which.',
} as const;
