import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { UsageError } from '../usage-error.ts';

/** The numbers of users that runs may have, the last one included. */
export type UserRange = { first: number; last: number };

/** Distributions of Linux and container tools give these numbers to no account. */
const UNASSIGNED: UserRange = { first: 0x7000_0000, last: 0x7fff_ffff };
/** `nobody` and the number that means none, where a container maps no more than 16 bits. */
const LAST_OF_16_BITS = 65_533;

/** Reads a range such as `70000-70999`. */
export function userRangeOf(text: string | undefined): UserRange | undefined {
  if (!text) return undefined;
  const [, first, last] = /^(\d{1,10})-(\d{1,10})$/.exec(text) ?? [];
  const range = { first: Number(first), last: Number(last) };
  if (range.first >= 1 && range.last >= range.first && range.last < 2 ** 32 - 1) return range;
  throw new UsageError(
    `MILLRACE_ENGINE_USERS is ${JSON.stringify(text)}: set it to a range of user numbers that no account has, such as 70000-70999`,
  );
}

/** The range where none is set; a container may know only some of the machine's numbers. */
export function defaultUserRange(): UserRange {
  const extents = ['uid_map', 'gid_map'].map(extentsOf);
  const holds = (range: UserRange): boolean =>
    extents.every((list) => list.some(({ first, last }) => first <= range.first && range.last <= last));
  if (holds(UNASSIGNED)) return UNASSIGNED;
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
 * Users for runs. Each run gets a number drawn at random, so that what an earlier run left elsewhere on the machine, in a shared folder for temporary
 * files for example, belongs to another user.
 */
export class RunUsers {
  readonly #range: UserRange;
  readonly #busy = new Set<number>();

  constructor(range: UserRange) {
    this.#range = range;
  }

  /** Takes a user that no other run of this engine has. */
  take(): number {
    const { first, last } = this.#range;
    if (this.#busy.size > last - first) throw new Error(`All users from ${first} to ${last} are in use: widen MILLRACE_ENGINE_USERS`);
    for (;;) {
      const user = randomInt(first, last + 1);
      if (this.#busy.has(user)) continue;
      this.#busy.add(user);
      return user;
    }
  }

  /** Gives a user back: no process of its run is alive. */
  release(user: number): void {
    this.#busy.delete(user);
  }
}
