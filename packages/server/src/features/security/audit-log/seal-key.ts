/** The key of the seals: random, and stored encrypted under the key of the install. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Tx } from '../../../core/database/db.ts';
import { sql } from '../../../core/database/sql.ts';
import type { EncryptedTable } from '../../../core/secrets/encrypted-tables.ts';
import type { Secrets } from '../../../core/secrets/secrets.ts';

/** The context to which the ciphertext is bound. */
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
  return open(
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
  return row && open(row, secrets);
}

/** Stores the newest month that retention removes, authenticated by the key. */
export const updateRemovedMonth = (tx: Tx, key: SealKey, month: string): Promise<unknown> =>
  tx.rows(sql`
    update audit_seal_key
    set removed_month = ${month},
        removed_mac = ${key.sign(['removed', month])}`);

function open({ key: ciphertext, removed_month: month, removed_mac: mac }: Row, secrets: Secrets): SealKey {
  const key = Buffer.from(secrets.decrypt(ciphertext, SEAL_KEY_PLACE), 'hex');
  const sign = (values: readonly unknown[]): Buffer => createHmac('sha256', key).update(JSON.stringify(values)).digest();
  const isGenuine = month !== null && mac !== null && mac.length === 32 && timingSafeEqual(mac, sign(['removed', month]));
  return { sign, removedMonth: isGenuine ? month : undefined };
}
