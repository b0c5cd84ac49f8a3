/** The clock of the local double, in this process and in its database. */
import type { Tx } from '../core/database/db.ts';
import { sql } from '../core/database/sql.ts';

/** The moment from which the clock continues, and the moment of the machine's clock at that time: both in milliseconds since 1970. */
export type ClockRow = { base: number; machine: number; isFrozen: boolean };

/** The clock of the double as this process last read it. The row in the database is the original. */
export class DoubleClock {
  #row: ClockRow = { base: 0, machine: 0, isFrozen: false };

  /** The time of the double at a time of the machine. */
  readonly at = (machine: number): number => {
    const { base, machine: since, isFrozen } = this.#row;
    return isFrozen ? base : base + machine - since;
  };

  get isFrozen(): boolean {
    return this.#row.isFrozen;
  }

  /** Continues from the moment in a row of the database. */
  follow(row: ClockRow): void {
    this.#row = row;
  }
}

const columns = sql`(extract(epoch from base) * 1000)::float8 as base, (extract(epoch from machine_at) * 1000)::float8 as machine, is_frozen as "isFrozen"`;

/** Reads the clock of the database. */
export const readClock = (tx: Tx): Promise<ClockRow> => tx.only(sql`select ${columns} from double.clock`);

/** Sets the clock of the database, and moves the leases and heartbeats of the server with it. */
export const setClock = (tx: Tx, moment: Date, isFrozen: boolean): Promise<ClockRow> =>
  tx.only(sql`select ${columns} from double.set_clock(${moment}, ${isFrozen})`);

/** The earliest instant of a trigger up to a moment; undefined where there is none. */
export async function nextInstantUntil(tx: Tx, moment: Date): Promise<Date | undefined> {
  const { at } = await tx.only<{ at: Date | null }>(sql`select min(next_at) as at from time_trigger where next_at <= ${moment}`);
  return at ?? undefined;
}

/** Counts the executions that were accepted at or after a moment and can end at the present time of the clock. */
export const countUnsettled = async (tx: Tx, since: Date): Promise<number> =>
  (
    await tx.only<{ count: number }>(sql`
      select (select count(*) from live_execution where accepted_at >= ${since} and available_at <= now())
           + (select count(*) from plan_execution where started_at >= ${since} and finished_at is null) as count`)
  ).count;

/** Counts the executions that have not ended. */
export const countLive = async (tx: Tx): Promise<number> =>
  (await tx.only<{ count: number }>(sql`select count(*) as count from live_execution`)).count;
