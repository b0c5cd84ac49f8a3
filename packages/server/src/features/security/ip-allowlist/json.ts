/** The JSON of the IP allowlist, its entries and the observed calls. */
import type { Schema } from '@millrace/contract';
import type { ObservationRow } from './recent-addresses.ts';
import type { AllowlistRow, EntryRow } from './rows.ts';

/** Converts a row to IpEntry. */
export const toEntryJson = ({ id, description, ip }: Omit<EntryRow, 'range'>): Schema<'IpEntry'> => ({ id, description, ip });

/** Converts a row to IpAllowlist, with entries if they are given. */
export const toAllowlistJson = (row: AllowlistRow, entries?: readonly Omit<EntryRow, 'range'>[]): Schema<'IpAllowlist'> => ({
  ...(row.description !== null && { description: row.description }),
  enabled: row.enabled,
  ...(entries && { ips: entries.map(toEntryJson) }),
});

/** Converts a row to IpObservation. */
export const toObservationJson = (row: ObservationRow): Schema<'IpObservation'> => ({
  accountId: row.id,
  userType: row.user_type,
  name: row.name,
  address: row.address,
  firstSeen: row.first_seen_at.toISOString(),
  lastSeen: row.last_seen_at.toISOString(),
});
