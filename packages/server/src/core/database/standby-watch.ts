/** Finds out that the database of a running process has become a standby of another one: its PostgreSQL was started again after a fail-over. */
import { setTimeout as wait } from 'node:timers/promises';
import { sql, type Tx } from './sql.ts';

/** Milliseconds between two questions, and how many answers in a row must say that the database is a standby: an address may lead to the former primary
 * for a moment while its own region fails over. */
const PAUSE = 1000;
const ANSWERS = 3;

/** Asks a database whether it is a standby, from the moment at which a new connection led to one. */
export class StandbyWatch {
  readonly #tx: Tx;
  readonly #stopping: AbortSignal;
  readonly #demoted = Promise.withResolvers<void>();
  #isAsking = false;

  constructor(tx: Tx, stopping: AbortSignal) {
    this.#tx = tx;
    this.#stopping = stopping;
  }

  /** Resolves when the database is a standby for some seconds. */
  get demoted(): Promise<void> {
    return this.#demoted.promise;
  }

  /** A new connection leads to a standby: begins to ask. */
  suspect(): void {
    if (this.#isAsking) return;
    this.#isAsking = true;
    void this.#ask().finally(() => (this.#isAsking = false));
  }

  async #ask(): Promise<void> {
    for (let answers = 0; answers < ANSWERS; await wait(PAUSE, undefined, { signal: this.#stopping })) {
      // Without an answer nothing is known.
      const answer = await this.#tx.only<{ standby: boolean }>(sql`select pg_is_in_recovery() as standby`).catch(() => undefined);
      if (answer?.standby === false) return;
      if (answer) answers += 1;
    }
    this.#demoted.resolve();
  }
}
