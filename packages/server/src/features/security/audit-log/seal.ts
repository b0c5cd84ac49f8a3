/** Seals: their rows, the authenticated data, and the digest of their entries. */
import type { Tx } from '../../../core/database/db.ts';
import { firstIdAt } from '../../../core/database/partitions.ts';
import { sql, type Sql } from '../../../core/database/sql.ts';
import { millisecondsIn } from './times.ts';
import type { SealKey } from './seal-key.ts';

/** The row of a seal: the entries of `month` with numbers above `after` and at most `until`. `place` is its number among the seals of the month. */
export type Seal = {
  sequence: number;
  month: string;
  place: number;
  previous_month: string | null;
  after: number;
  until: number;
  entries: number;
  digest: Buffer;
  previous: Buffer;
  mac: Buffer;
};

/** The columns of `Seal`, for statements with the alias `s` of audit_seal. */
export const sealColumns: Sql = sql`
  s.sequence, s.month, s.place, s.previous_month, s.after, s.until, s.entries, s.digest, s.previous, s.mac`;

/** Selects the newest seal. */
export const selectNewestSeal = (tx: Tx): Promise<Seal | undefined> =>
  tx.one(sql`
    select ${sealColumns}
    from audit_seal s
    order by s.sequence desc
    limit 1`);

/** Computes the authentication code of a seal. */
export const macOf = (key: SealKey, seal: Omit<Seal, 'mac'>): Buffer =>
  key.sign([
    'seal',
    seal.sequence,
    seal.month,
    seal.place,
    seal.previous_month,
    seal.after,
    seal.until,
    seal.entries,
    seal.digest.toString('hex'),
    seal.previous.toString('hex'),
  ]);

/** The month of an entry of the alias `e`, as `2026-11` in UTC. */
export const monthOfEntry: Sql = sql`to_char(to_timestamp(${millisecondsIn(sql`e.id`)} / 1000) at time zone 'UTC', 'YYYY-MM')`;

/** The digest of the entries of the alias `e`: a hash of the hashes of their rows, in the order of their numbers. */
export const digestOfEntries: Sql = sql`
  sha256(string_agg(
    sha256(convert_to(json_build_array(
      e.number, e.id, e.tenant_id, e.account_id, e.action, e.login, e.email, e.request_id, e.client_address, e.method, e.url, e.user_agent,
      e.request_body, e.status, e.response_body)::text, 'UTF8')),
    ''::bytea order by e.number, e.id))`;

/** The first id of a month such as `2026-11`, and the first one after it. */
export function idsOfMonth(month: string): { from: string; to: string } {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return { from: firstIdAt(new Date(Date.UTC(year, number - 1, 1))), to: firstIdAt(new Date(Date.UTC(year, number, 1))) };
}
