/** The addresses from which accounts called lately. They show which calls an allowlist would refuse before it is enabled. */
import { now } from '../../../core/base/clock.ts';
import { WriteBuffer } from '../../../core/base/write-buffer.ts';
import type { Timer } from '../../../core/background/jobs.ts';
import { removeOldAddresses, upsertAddresses, type RecentAddress } from './queries.ts';

/** The maximum number of pairs of account and address in memory, because a caller can use many IPv6 addresses. */
const MAX_PAIRS = 10_000;

/** The latest calls, by account and address, that this process has not stored yet. */
export class RecentAddresses extends WriteBuffer<RecentAddress> {
  /** Records that an account calls from an address now. */
  note(account: string, address: string): void {
    const key = `${account} ${address}`;
    if (address === 'unknown' || (this.size >= MAX_PAIRS && !this.has(key))) return;
    this.set(key, { account, address, at: now() });
  }
}

/** Stores the addresses that a process has recorded. They are at most half a minute late. */
export const storeAddressesTimer: Timer = {
  name: 'store-addresses',
  milliseconds: 30_000,
  does: 'stores the addresses of callers',
  run: ({ db, processState }) =>
    processState.of(RecentAddresses, () => new RecentAddresses()).flush((calls) => upsertAddresses(db.writer, [...calls.values()])),
};

/** Removes addresses from which no account called for a week. */
export const removeOldAddressesTimer: Timer = {
  name: 'remove-old-addresses',
  milliseconds: 3_600_000,
  does: 'removes addresses from which no account called for a week',
  run: async ({ db }) => void (await removeOldAddresses(db.writer)),
};
