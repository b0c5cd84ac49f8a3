/** Encrypts the secrets of webhooks again, under the current key. */
import type { Tx } from '../../../core/database/db.ts';
import type { Secrets } from '../../../core/secrets/secrets.ts';
import { json, sql, type Sql } from '../../../core/database/sql.ts';
import { webhookHeadersPlace, webhookSecretPlace, type WebhookRow } from './webhook-row.ts';

type Row = Pick<WebhookRow, 'id' | 'secret' | 'former_secret' | 'encrypted_headers'>;

/** Encrypts the secrets of a batch of webhooks again and returns its size; 0 means that none is left. It waits for locked rows. */
export async function reencryptWebhookSecrets(tx: Tx, secrets: Secrets, most: number): Promise<number> {
  const head = secrets.currentHead;
  const isOld = (column: Sql): Sql => sql`substring(${column} from 1 for ${head.length}) <> ${head}`;
  const rows = await tx.rows<Row>(sql`
    select id, secret, former_secret, encrypted_headers
    from webhook
    where ${isOld(sql`secret`)}
      or ${isOld(sql`former_secret`)}
      or ${isOld(sql`encrypted_headers`)}
    order by id
    limit ${most}
    for update`);
  if (rows.length === 0) return 0;
  const reencrypted = (old: Buffer | null, place: string): string | null =>
    old && secrets.encrypt(secrets.decrypt(old, place), place).toString('hex');
  const renewed = rows.map((row) => ({
    id: row.id,
    secret: reencrypted(row.secret, webhookSecretPlace(row.id)),
    former: reencrypted(row.former_secret, webhookSecretPlace(row.id)),
    headers: reencrypted(row.encrypted_headers, webhookHeadersPlace(row.id)),
  }));
  await tx.rows(sql`
    update webhook w
    set secret = decode(r.secret, 'hex'),
        former_secret = decode(r.former, 'hex'),
        encrypted_headers = decode(r.headers, 'hex')
    from json_to_recordset(${json(renewed)}::json) as r (id uuid, secret text, former text, headers text)
    where w.id = r.id`);
  return rows.length;
}
