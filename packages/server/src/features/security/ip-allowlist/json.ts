/** The JSON of IP allowlists. */
import type { Schema } from '@millrace/contract';

/** The row of an allowlist. */
export type AllowlistRow = { description: string | null; enabled: boolean };

/** The row of an entry. `range` is the meaning of `ip`, such as `10.0.0.0/8`. */
export type EntryRow = { id: string; description: string; ip: string; range: string };

/** The row of an observation. */
export type ObservationRow = {
  id: string;
  user_type: 'HUMAN' | 'SERVICE';
  name: string;
  address: string;
  first_seen_at: Date;
  last_seen_at: Date;
};

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
