/** The last use of each service account, gathered in memory: a write for each call would cost more than most calls. */
import { now } from '../core/base/clock.ts';

/** The last use of an account: its time, and the operation. */
export type AccountUse = { at: Date; api: string };

/** The uses that this process has not stored yet. */
export class AccountUses {
  #uses = new Map<string, AccountUse>();

  /** Notes that an account calls an operation now. */
  note(account: string, api: string): void {
    this.#uses.set(account, { at: now(), api });
  }

  /** Takes out what was noted, by account, and gives it to `store`. If that fails, it is noted again, unless there is a later use. */
  async take(store: (uses: ReadonlyMap<string, AccountUse>) => Promise<unknown>): Promise<void> {
    const uses = this.#uses;
    if (uses.size === 0) return;
    this.#uses = new Map();
    try {
      await store(uses);
    } catch (error) {
      this.#uses = new Map([...uses, ...this.#uses]);
      throw error;
    }
  }
}
