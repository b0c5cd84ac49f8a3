/** Standbys: where one stands, and whether the database of a running process has become one, as after a fail-over. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '../observability/log.ts';
import type { Database } from './db.ts';
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

/** Milliseconds between two questions. Each question opens a connection, because an open one stays at the server that it has reached. */
const PAUSE = 1000;
/** How many answers in a row must say standby: an address may lead to the former primary for a moment while its own region fails over. */
const ANSWERS = 3;

/** What the watch needs: opens a connection, and writes into the log. */
type Parts = { db: Pick<Database, 'connect'>; log: Pick<Log, 'info' | 'warn'>; stopping: AbortSignal };

/** Asks whether new connections lead to a standby, from the moment at which one did. */
export class StandbyWatch {
  readonly #parts: Parts;
  readonly #demoted = Promise.withResolvers<void>();
  #asking: Promise<void> | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Resolves when new connections lead to a standby for some seconds. */
  get demoted(): Promise<void> {
    return this.#demoted.promise;
  }

  /** A new connection leads to a standby: begins to ask. Resolves when it asks no more. */
  suspect(): Promise<void> {
    this.#asking ??= this.#ask()
      // A pause ends with an error when the server stops.
      .catch(() => undefined)
      .finally(() => (this.#asking = undefined));
    return this.#asking;
  }

  async #ask(): Promise<void> {
    const { log, stopping } = this.#parts;
    log.warn('a new connection leads to a standby');
    for (let answers = 0; answers < ANSWERS; await wait(PAUSE, undefined, { signal: stopping })) {
      // Without an answer nothing is known.
      const isStandby = await this.#leadsToStandby().catch(() => undefined);
      if (isStandby === false) return log.info('new connections lead to a primary');
      if (isStandby) answers += 1;
    }
    this.#demoted.resolve();
  }

  async #leadsToStandby(): Promise<boolean | undefined> {
    const client = await this.#parts.db.connect('millrace standby watch');
    const isStandby = client.session?.standby;
    void client.end().catch(() => undefined);
    return isStandby;
  }
}
