/** Lets the start wait for an unreachable database, instead of failing. */
import { setTimeout as wait } from 'node:timers/promises';
import { monotonicMilliseconds } from '../base/clock.ts';
import { DatabaseUnavailable, isServerError, sentenceOf, troubleOf, type Trouble } from './database-errors.ts';
import type { Log } from '../observability/log.ts';
import { DatabaseStartError } from '../base/start-error.ts';

/** Milliseconds between two attempts. */
const PAUSE = 1000;
/** Milliseconds between two messages about the reason of the wait. */
const MESSAGE_INTERVAL = 10_000;

/** The output for messages of a waiting start, and the signal that ends the wait. `onTrouble` is awaited after each attempt that failed. */
export type Waiting = {
  say(line: string): void;
  log: Pick<Log, 'warn' | 'info'>;
  stopping: AbortSignal;
  onTrouble?(trouble: Trouble, sentence: string): Promise<unknown>;
};

/**
 * Runs a part of the start that needs the database, and retries it while the database is unreachable, read-only or a standby. Faults that the operator
 * must fix, such as a wrong password or a missing database, fail at once. A stop fails with the reason of the signal.
 */
export async function whenDatabaseIsReady<T>(work: () => Promise<T>, { say, log, stopping, onTrouble }: Waiting): Promise<T> {
  const began = monotonicMilliseconds();
  const seconds = (): number => Math.round((monotonicMilliseconds() - began) / 1000);
  let said: Trouble | undefined;
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
      const { trouble, sentence } = reasonToWait(error) ?? {};
      if (trouble === undefined || sentence === undefined) throw error;
      // A second region waits as a standby for months, so it says so once.
      const isNews = trouble !== 'standby' || said !== 'standby';
      if (isNews) log.warn({ err: error, seconds: seconds() }, 'the start waits for the database');
      if (isNews && (said !== trouble || monotonicMilliseconds() - saidAt >= MESSAGE_INTERVAL)) {
        say(`Waiting for the database since ${seconds()} s. ${sentence}`);
        [said, saidAt] = [trouble, monotonicMilliseconds()];
      }
      await onTrouble?.(trouble, sentence);
    }
    await wait(PAUSE, undefined, { signal: stopping }).catch(() => stopping.throwIfAborted());
  }
}

/** Errors of other parts of the start, for example of the store of content, may look like errors of a connection. They are no reason to wait. */
function reasonToWait(error: unknown): { trouble: Trouble; sentence: string } | undefined {
  const cause = error instanceof DatabaseStartError ? error.cause : error;
  const isOfDatabase = error instanceof DatabaseStartError || error instanceof DatabaseUnavailable || isServerError(error);
  const trouble = isOfDatabase ? troubleOf(cause) : undefined;
  return trouble && { trouble, sentence: trouble === 'unreachable' ? (error as Error).message : `${sentenceOf(trouble)}.` };
}
