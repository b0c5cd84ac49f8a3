import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { UsageError } from '../program/usage-error.ts';

/** The range of user ids for runs, both ends included. */
export type UserRange = { first: number; last: number };

/** User ids that Linux distributions and container tools do not assign to accounts. */
const UNASSIGNED_RANGE: UserRange = { first: 0x7000_0000, last: 0x7fff_ffff };
/** The last usable id if a container maps only 16 bits: 65534 is `nobody`, and 65535 means "no user". */
const LAST_OF_16_BITS = 65_533;

/** Reads a range such as `70000-70999`; throws a `UsageError` if it is malformed. */
export function userRangeOf(text: string | undefined): UserRange | undefined {
  if (!text) return undefined;
  const [, first, last] = /^(\d{1,10})-(\d{1,10})$/.exec(text) ?? [];
  const range = { first: Number(first), last: Number(last) };
  if (range.first >= 1 && range.last >= range.first && range.last < 2 ** 32 - 1) return range;
  throw new UsageError(
    `MILLRACE_ENGINE_USERS is ${JSON.stringify(text)}: set it to a range of user ids that no account has, such as 70000-70999`,
  );
}

/** The default range. A container may map only some of the machine's user ids. */
export function defaultUserRange(): UserRange {
  const extents = ['uid_map', 'gid_map'].map(extentsOf);
  const holds = (range: UserRange): boolean =>
    extents.every((list) => list.some(({ first, last }) => first <= range.first && range.last <= last));
  if (holds(UNASSIGNED_RANGE)) return UNASSIGNED_RANGE;
  const last = Math.min(LAST_OF_16_BITS, ...extents.map((list) => Math.max(0, ...list.map((one) => one.last))));
  return { first: Math.max(1, Math.ceil(last / 2)), last: Math.max(1, last) };
}

function extentsOf(name: string): UserRange[] {
  const text = readFileSync(`/proc/self/${name}`, 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .map(([first = 0, , count = 0]) => ({ first, last: first + count - 1 }));
}

/**
 * User ids for runs. Each run gets a random one, so that files which an earlier run left elsewhere on the machine, for example in a shared temporary
 * folder, belong to another user.
 */
export class RunUsers {
  readonly #range: UserRange;
  readonly #taken = new Set<number>();

  constructor(range: UserRange) {
    this.#range = range;
  }

  /** Takes a user id that no other run of this engine uses; throws if all are in use. */
  take(): number {
    const { first, last } = this.#range;
    if (this.#taken.size > last - first) throw new Error(`All users from ${first} to ${last} are in use: widen MILLRACE_ENGINE_USERS`);
    for (;;) {
      const user = randomInt(first, last + 1);
      if (this.#taken.has(user)) continue;
      this.#taken.add(user);
      return user;
    }
  }

  /** Returns a user id. No process of its run may be alive. */
  release(user: number): void {
    this.#taken.delete(user);
  }
}
