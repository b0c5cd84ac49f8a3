/** Encrypts stored secrets again, under the current key. */
import type { Tx } from '../../../core/database/db.ts';
import type { Secrets } from '../../../core/secrets/secrets.ts';
import { json, sql } from '../../../core/database/sql.ts';
import { parameterSecretContext } from './parameter-queries.ts';

type Row = { connection_id: string; name: string; secret_value: Buffer };

/** Encrypts a batch of values of another key again and returns its size; 0 means that none is left. It waits for locked rows. */
export async function reencryptParameters(tx: Tx, secrets: Secrets, most: number): Promise<number> {
  const head = secrets.currentHead;
  const rows = await tx.rows<Row>(sql`
    select connection_id, name, secret_value
    from connection_parameter
    where secret_value is not null
      and substring(secret_value from 1 for ${head.length}) <> ${head}
    order by connection_id, name
    limit ${most}
    for update`);
  if (rows.length === 0) return 0;
  const renewed = rows.map(({ connection_id: connection, name, secret_value: old }) => {
    const context = parameterSecretContext(connection, name);
    return { connection, name, secret: secrets.encrypt(secrets.decrypt(old, context), context).toString('hex') };
  });
  await tx.rows(sql`
    update connection_parameter p
    set secret_value = decode(r.secret, 'hex')
    from json_to_recordset(${json(renewed)}::json) as r (connection uuid, name text, secret text)
    where p.connection_id = r.connection
      and p.name = r.name`);
  return rows.length;
}
