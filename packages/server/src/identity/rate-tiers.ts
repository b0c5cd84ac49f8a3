/** Rate tiers: the calls that an account, and all accounts of a tenant together, may make in a minute, counted by all processes (ADR 51). */
import type { RateTier } from '@millrace/contract';
import { monotonicMilliseconds, nowMilliseconds } from '../core/base/clock.ts';
import type { Limits } from '../core/base/limits.ts';
import type { Actor } from './actor.ts';

const MINUTE = 60_000;
/** A tenant may make half as many calls as the limit of an account times its active users, and at least as many as one account. */
const TENANT_SHARE = 0.5;

/** Calls to add to the stored count of a minute. `users`: also return the number of users of the tenant. */
export type NewCalls = { subject: string; tier: RateTier; minute: number; calls: number; users: boolean };

/** The stored count of a minute after the addition, and that of the minute before; `now` is the clock of the database in milliseconds. */
export type CallTotal = {
  subject: string;
  tier: RateTier;
  minute: number;
  calls: number;
  before: number;
  users: number | null;
  now: number;
};

/** The calls of a minute: those that were stored by any process, and those of this process that are not stored yet. */
type Cell = { minute: number; stored: number; own: number };

/** An account or a tenant with its calls in one tier. `users` of a tenant are undefined until they are known. */
type Subject = { id: string; tier: RateTier; isTenant: boolean; current: Cell; previous: Cell; users: number | undefined; usersAt: number };

const cellOf = (minute: number): Cell => ({ minute, stored: 0, own: 0 });
const callsIn = ({ stored, own }: Cell): number => stored + own;

/**
 * Admits calls by the counts in the memory of this process. `flush` exchanges them with the other processes.
 * The calls of the last 60 seconds are the calls of this minute and a part of those of the minute before.
 */
export class RateTiers {
  readonly #limits: Readonly<Record<RateTier, number>>;
  readonly #clock: () => number;
  readonly #subjects: Readonly<Record<RateTier, Map<string, Subject>>> = { 1: new Map(), 2: new Map() };
  readonly #unstored = new Set<Subject>();
  /** Milliseconds from the monotonic clock of this process to the clock of the database. */
  #offset: number;

  constructor({ tier1PerMinute, tier2PerMinute }: Limits, clock: () => number = monotonicMilliseconds) {
    this.#limits = { 1: tier1PerMinute, 2: tier2PerMinute };
    this.#clock = clock;
    this.#offset = nowMilliseconds() - clock();
  }

  /**
   * Counts a call, and returns undefined. A call above a limit is not counted, and the seconds until it is allowed are returned.
   * @rule rates.tiers.account
   * @rule rates.tiers.tenant
   */
  take({ id, tenant }: Pick<Actor, 'id' | 'tenant'>, tier: RateTier): number | undefined {
    const now = this.#clock() + this.#offset;
    const minute = Math.floor(now / MINUTE);
    const passed = now - minute * MINUTE;
    const limit = this.#limits[tier];
    const account = this.#find(id, tier, minute, false);
    const all = this.#find(tenant, tier, minute, true);
    const wait = Math.max(
      waitOf(account, limit, passed),
      waitOf(all, Math.max(limit, limit * (all.users ?? Infinity) * TENANT_SHARE), passed),
    );
    if (wait > 0) return Math.ceil(wait / 1000);
    account.current.own += 1;
    all.current.own += 1;
    this.#unstored.add(account).add(all);
    return undefined;
  }

  /** Passes the calls that are not stored yet to `store`, and gets the totals. Does nothing if there are none. If `store` fails, the calls stay. */
  async flush(store: (calls: readonly NewCalls[]) => Promise<readonly CallTotal[]>): Promise<void> {
    const subjects = [...this.#unstored];
    if (subjects.length === 0) return;
    this.#unstored.clear();
    const sent = subjects.flatMap((subject) =>
      [subject.previous, subject.current].filter(({ own }) => own > 0).map((cell) => ({ subject, cell, calls: cell.own })),
    );
    try {
      const totals = await store(
        sent.map(({ subject: { id, tier, isTenant, usersAt }, cell: { minute }, calls }) => ({
          subject: id,
          tier,
          minute,
          calls,
          users: isTenant && usersAt !== minute,
        })),
      );
      for (const { cell, calls } of sent) cell.own -= calls;
      for (const total of totals) this.#applyTotal(total);
    } catch (error) {
      for (const subject of subjects) this.#unstored.add(subject);
      throw error;
    }
  }

  #applyTotal({ subject: id, tier, minute, calls, before, users, now }: CallTotal): void {
    this.#offset = now - this.#clock();
    const subject = this.#subjects[tier].get(id);
    if (!subject) return;
    for (const cell of [subject.current, subject.previous]) {
      // Counts only grow, so the larger one is the later one.
      if (cell.minute === minute) cell.stored = Math.max(cell.stored, calls);
      if (cell.minute === minute - 1) cell.stored = Math.max(cell.stored, before);
    }
    if (users !== null) Object.assign(subject, { users, usersAt: minute });
  }

  #find(id: string, tier: RateTier, minute: number, isTenant: boolean): Subject {
    const known = this.#subjects[tier].get(id);
    if (!known) {
      const subject = { id, tier, isTenant, current: cellOf(minute), previous: cellOf(minute - 1), users: undefined, usersAt: 0 };
      this.#subjects[tier].set(id, subject);
      return subject;
    }
    if (known.current.minute !== minute) {
      known.previous = known.current.minute === minute - 1 ? known.current : cellOf(minute - 1);
      known.current = cellOf(minute);
    }
    return known;
  }

  /** Removes accounts and tenants without a call in the last minutes. */
  forget(): void {
    const minute = Math.floor((this.#clock() + this.#offset) / MINUTE);
    for (const subjects of Object.values(this.#subjects))
      for (const [id, { current }] of subjects) if (Math.abs(current.minute - minute) > 1) subjects.delete(id);
  }
}

/** A call is admitted below the limit; such a small difference is a rounding error. */
const ROUNDING = 1e-6;

/**
 * Returns the milliseconds after which one more call is within the limit, or 0. `passed` milliseconds of the minute are over; of the calls of the minute
 * before, only the part within the last 60 seconds counts.
 */
function waitOf({ current, previous }: Subject, limit: number, passed: number): number {
  const [now, before] = [callsIn(current), callsIn(previous)];
  const room = limit - ROUNDING;
  if (now + before * (1 - passed / MINUTE) <= room) return 0;
  if (now <= room) return MINUTE * (1 - (room - now) / before) - passed;
  // This is only possible in the next minute, in which the calls of this minute are those of the minute before.
  return MINUTE - passed + MINUTE * (1 - room / now);
}
