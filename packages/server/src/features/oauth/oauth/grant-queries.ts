/** The SQL statements about grants, except those of the token endpoint. */
import type { Tx } from '../../../core/database/db.ts';
import { sql } from '../../../core/database/sql.ts';
import { raisedRevocations } from './token/grant-events.ts';

/** Stores the last uses of access tokens of grants, where they are later than the stored ones. */
export const updateGrantUses = (tx: Tx, uses: ReadonlyMap<string, Date>): Promise<unknown> =>
  tx.rows(sql`
    update oauth_grant g
    set token_used_at = u.at
    from unnest(${[...uses.keys()]}::uuid[], ${[...uses.values()].map((at) => at.toISOString())}::timestamptz[]) as u (id, at)
    where g.id = u.id
      and (g.token_used_at is null or g.token_used_at < u.at)`);

/** Deletes the codes that an account gave to a client. It waits for a redemption of a code that is under way. */
const removeCodesOf = (tx: Tx, account: string, client: string): Promise<unknown> =>
  tx.rows(sql`
    delete from oauth_code
    where account_id = ${account}
      and client_id = ${client}`);

/** Deletes the requests of devices that an account has allowed, and whose tokens were not requested yet. */
const removeDevicesOf = (tx: Tx, account: string, client: string): Promise<unknown> =>
  tx.rows(sql`
    delete from oauth_device_code
    where account_id = ${account}
      and client_id = ${client}`);

const endGrantsOf = (tx: Tx, account: string, client: string): Promise<boolean> =>
  tx.any(sql`
    with ended as (
      delete from oauth_grant
      where account_id = ${account}
        and client_id = ${client}
      returning *
    ), raised as (${raisedRevocations(sql`ended`, { actor: { id: account }, byBearer: false })}
    )
    select id
    from ended`);

const removeConsentOf = (tx: Tx, account: string, client: string): Promise<boolean> =>
  tx.any(sql`
    delete from oauth_consent
    where account_id = ${account}
      and client_id = ${client}
    returning client_id`);

/**
 * Ends all access that an account gave to a client; false if there was none. Codes are deleted first: a redemption at the same time has then either opened
 * a grant, which ends here, or finds no code.
 */
export async function endAccessOfClient(tx: Tx, account: string, client: string): Promise<boolean> {
  await removeCodesOf(tx, account, client);
  await removeDevicesOf(tx, account, client);
  const hadConsent = await removeConsentOf(tx, account, client);
  return (await endGrantsOf(tx, account, client)) || hadConsent;
}
