/** Lets the start wait for an unreachable database, instead of failing. */
import { setTimeout as wait } from 'node:timers/promises';
import { monotonicMilliseconds } from '../base/clock.ts';
import { DatabaseUnavailable, isServerError, sentenceOf, troubleOf } from './database-errors.ts';
import type { Log } from '../observability/log.ts';
import { DatabaseStartError } from '../base/start-error.ts';

/** Milliseconds between two attempts. */
const PAUSE = 1000;
/** Milliseconds between two messages about the reason of the wait. */
const MESSAGE_INTERVAL = 10_000;

/** The output for messages of a waiting start, and the signal that ends the wait. */
export type Waiting = { say(line: string): void; log: Pick<Log, 'warn' | 'info'>; stopping: AbortSignal };

/**
 * Runs a part of the start that needs the database, and retries it while the database is unreachable or read-only. Faults that the operator must fix,
 * such as a wrong password or a missing database, fail at once. A stop fails with the reason of the signal.
 */
export async function whenDatabaseIsReady<T>(work: () => Promise<T>, { say, log, stopping }: Waiting): Promise<T> {
  const began = monotonicMilliseconds();
  const seconds = (): number => Math.round((monotonicMilliseconds() - began) / 1000);
  for (let saidAt = -Infinity; ;) {
    try {
      const done = await work();
      if (saidAt > -Infinity) {
        say(`The database is available after ${seconds()} s`);
        log.info({ seconds: seconds() }, 'the database is available');
      }
      return done;
    } catch (error) {
      stopping.throwIfAborted();
      const reason = reasonToWait(error);
      if (reason === undefined) throw error;
      log.warn({ err: error, seconds: seconds() }, 'the start waits for the database');
      if (monotonicMilliseconds() - saidAt >= MESSAGE_INTERVAL) {
        say(`Waiting for the database since ${seconds()} s. ${reason}`);
        saidAt = monotonicMilliseconds();
      }
    }
    await wait(PAUSE, undefined, { signal: stopping }).catch(() => stopping.throwIfAborted());
  }
}

/** Errors of other parts of the start, for example of the store of content, may look like errors of a connection. They are no reason to wait. */
function reasonToWait(error: unknown): string | undefined {
  const cause = error instanceof DatabaseStartError ? error.cause : error;
  const isOfDatabase = error instanceof DatabaseStartError || error instanceof DatabaseUnavailable || isServerError(error);
  const trouble = isOfDatabase ? troubleOf(cause) : undefined;
  return trouble === 'unreachable' ? (error as Error).message : trouble && `${sentenceOf(trouble)}.`;
}
