/** The last use of each service account, gathered in memory. */
import { now } from '../core/base/clock.ts';
import { WriteBuffer } from '../core/base/write-buffer.ts';

/** The last use of an account: its time, and the operation. */
export type AccountUse = { at: Date; api: string };

/** The last uses, by account, that this process has not stored yet. */
export class AccountUses extends WriteBuffer<AccountUse> {
  /** Records that an account calls an operation now. */
  note(account: string, api: string): void {
    this.set(account, { at: now(), api });
  }
}
