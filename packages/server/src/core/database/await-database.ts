/** A start that waits for a database which is away, in place of failing. */
import { setTimeout as wait } from 'node:timers/promises';
import { monotonicMilliseconds } from '../base/clock.ts';
import { DatabaseUnavailable, isServerError, sentenceOf, troubleOf } from './database-errors.ts';
import type { Log } from '../observability/log.ts';
import { DatabaseStartError } from '../base/start-error.ts';

const PAUSE = 1000;
/** Milliseconds between two lines that say why the start waits. */
const SAY_AGAIN = 10_000;

/** What a start that waits speaks to, and what ends its waiting. */
export type Waiting = { say(line: string): void; log: Pick<Log, 'warn' | 'info'>; stopping: AbortSignal };

/**
 * Does a part of the start that needs the database, again and again while that is away or takes no writes. What its operator has to put right, as a wrong
 * password or a missing database, fails at once; a stop fails with the reason of the signal.
 */
export async function whenDatabaseThere<T>(work: () => Promise<T>, { say, log, stopping }: Waiting): Promise<T> {
  const began = monotonicMilliseconds();
  const seconds = (): number => Math.round((monotonicMilliseconds() - began) / 1000);
  for (let said = -Infinity; ;) {
    try {
      const done = await work();
      if (said > -Infinity) {
        say(`The database is there after ${seconds()} s`);
        log.info({ seconds: seconds() }, 'the database is there');
      }
      return done;
    } catch (error) {
      stopping.throwIfAborted();
      const reason = reasonToWait(error);
      if (reason === undefined) throw error;
      log.warn({ err: error, seconds: seconds() }, 'the start waits for the database');
      if (monotonicMilliseconds() - said >= SAY_AGAIN) {
        say(`Waiting for the database since ${seconds()} s. ${reason}`);
        said = monotonicMilliseconds();
      }
    }
    await wait(PAUSE, undefined, { signal: stopping }).catch(() => stopping.throwIfAborted());
  }
}

/** Errors of other parts of the start, of the store of content above all, may look like those of a connection: they are no reason to wait. */
function reasonToWait(error: unknown): string | undefined {
  const cause = error instanceof DatabaseStartError ? error.cause : error;
  const isOfDatabase = error instanceof DatabaseStartError || error instanceof DatabaseUnavailable || isServerError(error);
  const trouble = isOfDatabase ? troubleOf(cause) : undefined;
  return trouble === 'unreachable' ? (error as Error).message : trouble && `${sentenceOf(trouble)}.`;
}
