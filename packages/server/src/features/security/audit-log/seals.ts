/** Seals: their rows, the authenticated data, the digest of their entries, their key, and the newest known one. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Sql, sql, type Tx } from '../../../core/database/sql.ts';
import type { EncryptedTable } from '../../../core/secrets/encrypted-tables.ts';
import type { Secrets } from '../../../core/secrets/secrets.ts';
import { millisecondsIn } from './entry.ts';

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

/** Selects the newest seal; undefined before the first one. */
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

/** The context to which the ciphertext of the key is bound. The key is random, and is stored encrypted under the key of the install. */
const SEAL_KEY_PLACE = 'audit seal key';

/** The table with the key of the seals. */
export const sealKeyTable: EncryptedTable = { table: 'audit_seal_key', key: ['id'], columns: { key: () => SEAL_KEY_PLACE } };

type Row = { key: Buffer; removed_month: string | null; removed_mac: Buffer | null };

/** The key, and the newest month that retention has removed, if any. */
export type SealKey = { sign(values: readonly unknown[]): Buffer; removedMonth: string | undefined };

/** Locks the key until the end of the transaction, so that one process seals at a time. Creates it if there is none. */
export async function lockSealKey(tx: Tx, secrets: Secrets): Promise<SealKey> {
  await tx.rows(sql`
    insert into audit_seal_key (id, key)
    values (true, ${secrets.encrypt(randomBytes(32).toString('hex'), SEAL_KEY_PLACE)})
    on conflict do nothing`);
  return openSealKey(
    await tx.only<Row>(sql`
      select key, removed_month, removed_mac
      from audit_seal_key
      for update`),
    secrets,
  );
}

/** Reads the key; undefined if nothing was sealed yet. */
export async function readSealKey(tx: Tx, secrets: Secrets): Promise<SealKey | undefined> {
  const row = await tx.one<Row>(sql`
    select key, removed_month, removed_mac
    from audit_seal_key`);
  return row && openSealKey(row, secrets);
}

/** Stores the newest month that retention removes, authenticated by the key. */
export const updateRemovedMonth = (tx: Tx, key: SealKey, month: string): Promise<unknown> =>
  tx.rows(sql`
    update audit_seal_key
    set removed_month = ${month},
        removed_mac = ${key.sign(['removed', month])}`);

/** Decrypts the key. A removed month that the key does not authenticate does not count. */
function openSealKey({ key: ciphertext, removed_month: month, removed_mac: mac }: Row, secrets: Secrets): SealKey {
  const key = Buffer.from(secrets.decrypt(ciphertext, SEAL_KEY_PLACE), 'hex');
  const sign = (values: readonly unknown[]): Buffer => createHmac('sha256', key).update(JSON.stringify(values)).digest();
  const isGenuine = month !== null && mac !== null && mac.length === 32 && timingSafeEqual(mac, sign(['removed', month]));
  return { sign, removedMonth: isGenuine ? month : undefined };
}

/**
 * A seal by its number and its authentication code. The newest known one is in a file of the home folder. Without it, an administrator of the database
 * could remove seals, change their entries and wait until they are sealed again.
 */
export type ChainHead = { sequence: number; mac: Buffer };

const headFile = (home: string): string => join(home, 'audit-head');

/** Reads the newest known seal from its file; undefined if there is none. A head is written as `<sequence>:<code in hex>`. */
export async function readHead(home: string): Promise<ChainHead | undefined> {
  const text = await readFile(headFile(home), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return text === undefined ? undefined : parseHead(text.trim());
}

/** Reads a head from text; undefined for any other text. */
export function parseHead(text: string): ChainHead | undefined {
  const [, sequence, mac] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  return sequence === undefined || mac === undefined ? undefined : { sequence: Number(sequence), mac: Buffer.from(mac, 'hex') };
}

/** Writes a head as text. */
export const headText = ({ sequence, mac }: ChainHead): string => `${sequence}:${mac.toString('hex')}`;

/** Replaces the file of the newest known seal. */
export async function writeHead(home: string, head: ChainHead): Promise<void> {
  const next = `${headFile(home)}.${crypto.randomUUID()}`;
  await writeFile(next, `${headText(head)}\n`, { mode: 0o600 });
  await rename(next, headFile(home));
}

/** Returns whether the chain still contains a head, or has removed it with its month. `newest` is the newest seal. */
export async function containsHead(tx: Tx, head: ChainHead, newest: Seal | undefined): Promise<boolean> {
  if (!newest || newest.sequence < head.sequence) return false;
  const row = await tx.one<{ mac: Buffer | null; oldest: number }>(sql`
    select (select s.mac from audit_seal s where s.sequence = ${head.sequence}) as mac, min(s.sequence) as oldest
    from audit_seal s`);
  if (!row) return false;
  return row.mac === null ? head.sequence < row.oldest : row.mac.length === head.mac.length && timingSafeEqual(row.mac, head.mac);
}
