/** The SQL statements about grants, except those of the token endpoint. */
import type { Tx } from '../../../core/database/db.ts';
import { sql, type Sql } from '../../../core/database/sql.ts';
import { raisedRevocations } from './token/grant-events.ts';

/** Stores the last uses of access tokens of grants, where they are later than the stored ones. */
export const updateGrantUses = (tx: Tx, uses: ReadonlyMap<string, Date>): Promise<unknown> =>
  tx.rows(sql`
    update oauth_grant g
    set token_used_at = u.at
    from unnest(${[...uses.keys()]}::uuid[], ${[...uses.values()].map((at) => at.toISOString())}::timestamptz[]) as u (id, at)
    where g.id = u.id
      and (g.token_used_at is null or g.token_used_at < u.at)`);

/** The access that an account gave: to one client, or to all. */
const accessOf = (account: string, client?: string): Sql => sql`
  account_id = ${account}
  and (${client ?? null}::uuid is null or client_id = ${client ?? null})`;

/** Deletes the codes of an access. It waits for a redemption of a code that is under way. */
const removeCodes = (tx: Tx, access: Sql): Promise<unknown> =>
  tx.rows(sql`
    delete from oauth_code
    where ${access}`);

/** Deletes the requests of devices that an account has allowed, and whose tokens were not requested yet. */
const removeDevices = (tx: Tx, access: Sql): Promise<unknown> =>
  tx.rows(sql`
    delete from oauth_device_code
    where ${access}`);

const endGrants = (tx: Tx, access: Sql, actor: { id: string }): Promise<boolean> =>
  tx.any(sql`
    with ended as (
      delete from oauth_grant
      where ${access}
      returning *
    ), raised as (${raisedRevocations(sql`ended`, { actor, byBearer: false })}
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
  const access = accessOf(account, client);
  await removeCodes(tx, access);
  await removeDevices(tx, access);
  const hadConsent = await removeConsentOf(tx, account, client);
  return (await endGrants(tx, access, { id: account })) || hadConsent;
}

/** Ends the access that an account gave to any client. Its consents stay: they open nothing before the account signs in. */
export async function endAccess(tx: Tx, { account, actor }: { account: string; actor: { id: string } }): Promise<void> {
  const access = accessOf(account);
  await removeCodes(tx, access);
  await removeDevices(tx, access);
  await endGrants(tx, access, actor);
}
