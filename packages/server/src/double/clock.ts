/** The clock of the local double, in this process and in its database, and the work of the server that the passing of time causes. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Timer } from '../core/background/jobs.ts';
import { monotonicMilliseconds, nowMilliseconds } from '../core/base/clock.ts';
import type { Database } from '../core/database/db.ts';
import { sql, type Tx } from '../core/database/sql.ts';
import type { Platform } from '../core/platform/platform.ts';
import { type ClockBody, DoubleRefusal } from './requests.ts';

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

/** The columns of `ClockRow`. */
export const clockColumns = sql`(extract(epoch from base) * 1000)::float8 as base, (extract(epoch from machine_at) * 1000)::float8 as machine, is_frozen as "isFrozen"`;

/** Reads the clock of the database. */
export const readClock = (tx: Tx): Promise<ClockRow> => tx.only(sql`select ${clockColumns} from double.clock`);

/** Sets the clock of the database, and moves the leases and heartbeats of the server with it. */
const setClock = (tx: Tx, moment: Date, isFrozen: boolean): Promise<ClockRow> =>
  tx.only(sql`select ${clockColumns} from double.set_clock(${moment}, ${isFrozen})`);

/** The earliest instant of a trigger up to a moment; undefined where there is none. */
async function nextInstantUntil(tx: Tx, moment: Date): Promise<Date | undefined> {
  const { at } = await tx.only<{ at: Date | null }>(sql`select min(next_at) as at from time_trigger where next_at <= ${moment}`);
  return at ?? undefined;
}

/** Counts the executions that were accepted at or after a moment and can end at the present time of the clock. */
const countUnsettled = async (tx: Tx, since: Date): Promise<number> =>
  (
    await tx.only<{ count: number }>(sql`
      select (select count(*) from live_execution where accepted_at >= ${since} and available_at <= now())
           + (select count(*) from plan_execution where started_at >= ${since} and finished_at is null) as count`)
  ).count;

/** Counts the executions of tasks that have not ended. */
export const countLive = async (tx: Tx): Promise<number> =>
  (await tx.only<{ count: number }>(sql`select count(*) as count from live_execution`)).count;

/** The largest number of instants of triggers that one request passes. */
const MAX_STOPS = 1000;
/** Seconds of the machine that an advance waits at an instant for the runs that began there, where the request does not say. */
const WAIT_SECONDS = 10;
const POLL_MILLISECONDS = 20;
/** Attempts to fire the triggers of an instant: the server's own timer may have a trigger locked. */
const ATTEMPTS = 50;
/** The timers whose work an instant of a trigger causes, in the order of that work. */
const AT_INSTANTS = ['fire-triggers', 'advance-plans'];

/** The parts that a move needs. `timers` are all timers of the server. */
export type TimeParts = { db: Database; clock: DoubleClock; platform: Platform; timers: readonly Timer[] };

/** The result of a change of the clock: the instants at which it stopped, and the number of executions that still ran when the wait had ended. */
type Moved = { stops: string[]; unsettled: number };

/**
 * Changes the clock. `set` jumps, like the clock of a machine that was suspended. `advanceSeconds` stops at each instant at which a trigger fires, and
 * continues when the runs that began there have ended, or the time to wait for them is over. After both, all timers run once, so that what is due happens
 * before the answer.
 */
export async function changeClock(parts: TimeParts, change: ClockBody): Promise<Moved> {
  const { clock } = parts;
  const isFrozen = change.frozen ?? clock.isFrozen;
  let moved: Moved = { stops: [], unsettled: 0 };
  if (change.set !== undefined) await move(parts, new Date(change.set), isFrozen);
  else if (change.advanceSeconds !== undefined) {
    const target = new Date(nowMilliseconds() + Math.round(change.advanceSeconds * 1000));
    moved = await advance(parts, target, (change.waitSeconds ?? WAIT_SECONDS) * 1000);
    await move(parts, target, isFrozen);
  } else await move(parts, new Date(nowMilliseconds()), isFrozen);
  if (change.set !== undefined || change.advanceSeconds !== undefined)
    await runTimers(parts, [...AT_INSTANTS, ...parts.timers.map(({ name }) => name)]);
  return moved;
}

/** Moves the clock to each instant of a trigger up to a moment. Refuses to pass more of them than one request may. */
async function advance(parts: TimeParts, target: Date, waitMilliseconds: number): Promise<Moved> {
  const moved: Moved = { stops: [], unsettled: 0 };
  for (;;) {
    const next = await nextInstantUntil(parts.db.reader, target);
    if (next === undefined) return moved;
    if (moved.stops.length === MAX_STOPS)
      throw new DoubleRefusal(
        409,
        `The clock has passed ${MAX_STOPS} instants of triggers and is at ${new Date(nowMilliseconds()).toISOString()}: ` +
          'send the rest as another request, or jump with "set", which starts no execution of instants that are more than ten minutes past.',
      );
    const stop = new Date(Math.max(next.getTime(), nowMilliseconds()));
    await move(parts, stop, true);
    await fire(parts, stop);
    moved.stops.push(stop.toISOString());
    moved.unsettled += await settle(parts, stop, waitMilliseconds);
  }
}

async function move({ db, clock }: TimeParts, moment: Date, isFrozen: boolean): Promise<void> {
  clock.follow(await db.transaction((tx) => setClock(tx, moment, isFrozen)));
}

/** Fires what is due at a stop. */
async function fire(parts: TimeParts, stop: Date): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    await runTimers(parts, AT_INSTANTS);
    if ((await nextInstantUntil(parts.db.reader, stop)) === undefined) return;
    await wait(POLL_MILLISECONDS);
  }
  throw new DoubleRefusal(500, `The triggers that are due at ${stop.toISOString()} were not fired: the log of the server says why.`);
}

/** Waits until the executions that began at a stop have ended. Returns the number of those that still run. */
async function settle(parts: TimeParts, stop: Date, milliseconds: number): Promise<number> {
  const until = monotonicMilliseconds() + milliseconds;
  for (;;) {
    const count = await countUnsettled(parts.db.reader, stop);
    if (count === 0 || monotonicMilliseconds() >= until) return count;
    await wait(POLL_MILLISECONDS);
    await runTimers(parts, ['advance-plans']);
  }
}

/** Runs timers once, as the passing of time would: their periods are measured by the machine. A timer is correct when it runs at any time. */
async function runTimers({ platform, timers }: TimeParts, names: readonly string[]): Promise<void> {
  for (const timer of names.flatMap((name) => timers.filter((one) => one.name === name)))
    await timer.run(platform).catch((error: unknown) => platform.log.warn({ err: error, timer: timer.name }, 'timer failed'));
}
