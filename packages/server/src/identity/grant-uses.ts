/** The last use of an access token of each grant of OAuth, gathered in memory. */
import { now } from '../core/base/clock.ts';
import { WriteBuffer } from '../core/base/write-buffer.ts';

/** The times of the last uses, by the id of the grant, that this process has not stored yet. */
export class GrantUses extends WriteBuffer<Date> {
  /** Records that an access token of a grant is used now. */
  note(grant: string): void {
    this.set(grant, now());
  }
}
