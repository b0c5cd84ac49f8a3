/** The rules of IP allowlists. */
import { AddressRanges } from '@millrace/wire/address-ranges';
import { unmappedRange } from '../../../core/base/addresses.ts';
import { conflict, invalid, Problem } from '../../../core/base/problem.ts';
import type { RequestClient } from '../../../core/http/client-address.ts';
import { newId } from '../../../core/base/id.ts';
import type { EntryRow } from './rows.ts';

/** An entry as a caller sends it. */
type SentEntry = { id?: string | null | undefined; description: string; ip: string };

/**
 * Converts an entry to a range such as `10.0.0.0/8`.
 * @rule ip-allowlist.address.form
 */
function rangeOfEntry(ip: string): string {
  const range = unmappedRange(ip);
  if (range === undefined)
    throw invalid('address_malformed', `'${ip}' is no address: write an address such as 203.0.113.7, or a range such as 203.0.113.0/24.`);
  return `${range.address}/${range.bits}`;
}

/** Completes entries that a caller has sent; an entry without an id gets a new one. Refuses an `ip` that is no address and no range. */
export const readEntries = (sent: readonly SentEntry[]): EntryRow[] =>
  sent.map(({ id, description, ip }) => ({ id: id?.toLowerCase() ?? newId(), description, ip, range: rangeOfEntry(ip) }));

/** Returns the entries of an allowlist after some of them are replaced by id. */
export function replaceById(entries: readonly EntryRow[], changed: readonly EntryRow[]): EntryRow[] {
  const byId = new Map(changed.map((entry) => [entry.id, entry]));
  return entries.map((entry) => byId.get(entry.id) ?? entry);
}

/** Refuses a body that contains an id twice. */
export function requireEachEntryOnce(entries: readonly { id: string }[]): void {
  if (new Set(entries.map(({ id }) => id)).size < entries.length)
    throw invalid('malformed_request', 'The body contains an id twice: send each entry once.');
}

/**
 * A new or changed allowlist has no more entries than the install allows.
 * @rule ip-allowlist.limits.plan
 */
export function requireRoomForEntries(count: number, limit: number): void {
  if (count > limit)
    throw new Problem(
      402,
      'allowlist_too_large',
      `The IP allowlist would have ${count} entries, and this install allows ${limit}: merge addresses into ranges, or ask the operator to raise MILLRACE_ALLOWLIST_ENTRIES.`,
    );
}

/**
 * The caller can still call after a change.
 * @rule ip-allowlist.change.shut-out
 */
export function requireCallerAdmitted(
  { enabled, entries }: { enabled: boolean; entries: readonly { range: string }[] },
  client: RequestClient,
): void {
  if (!enabled || client.local || new AddressRanges(entries.map(({ range }) => range)).has(client.address)) return;
  throw conflict(
    'caller_shut_out',
    `After this change, the IP allowlist would refuse you, because it would not contain your address ${client.address}: add this address first.`,
  );
}
