/** Standbys: where one stands, and whether the database of a running process has become one, as after a fail-over. */
import { setTimeout as wait } from 'node:timers/promises';
import { sql, type Tx } from './sql.ts';

/**
 * Where a standby stands. `receives`: its connection to the primary is open. `replayedUntil`: the commit of the last replayed transaction, by the clock of
 * the primary, and its age in seconds; null if it has replayed none. `waiting`: bytes that it has received and not replayed.
 */
export type StandbyState = { receives: boolean; replayedUntil: string | null; age: number | null; waiting: number };

/** Selects where a standby stands. Other roles than administrators see only the process of the receiver, which ends with its connection. */
export const selectStandbyState = (tx: Tx): Promise<StandbyState> =>
  tx.only(sql`
    select exists (select from pg_stat_wal_receiver where pid is not null) as receives,
           to_json(pg_last_xact_replay_timestamp()) #>> '{}' as "replayedUntil",
           extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())::float8 as age,
           coalesce(greatest(pg_wal_lsn_diff(pg_last_wal_receive_lsn(), pg_last_wal_replay_lsn()), 0), 0)::float8 as waiting`);

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
    void this.#ask()
      // A pause ends with an error when the server stops.
      .catch(() => undefined)
      .finally(() => (this.#isAsking = false));
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
