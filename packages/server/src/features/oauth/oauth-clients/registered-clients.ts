/** Clients that register themselves (RFC 7591). */
import type { WordsSent } from '@millrace/contract';
import type { Timer } from '../../../core/background/jobs.ts';
import { newId } from '../../../core/base/id.ts';
import { forbidden, tooOften } from '../../../core/base/problem.ts';
import { sql, type Tx } from '../../../core/database/sql.ts';
import type { Tokens } from '../../../identity/tokens.ts';
import type { ClientFields } from './client.ts';
import { raisedDeletions } from './events.ts';
import { insertClient, setConsent } from './rows.ts';
import { requireValidClient } from './rules.ts';
import { addClientSecret } from './secrets.ts';

/** The maximum number of registered clients of an install that no person has used yet. */
const MAX_UNUSED = 1000;

/**
 * Adds a client that registers itself, with a secret if it authenticates by one. The client is recorded as its own creator. Refuses if the install has
 * several tenants, or if too many registered clients wait for their first use.
 * @rule oauth.register.tenant
 */
export async function registerClient(
  { tx, identity: { tokens }, wordsSent }: { tx: Tx; identity: { tokens: Tokens }; wordsSent: WordsSent },
  fields: ClientFields,
): Promise<{ id: string; secret?: string }> {
  requireValidClient(fields);
  const [tenant, ...others] = await tx.rows<{ id: string }>(sql`
    select id
    from tenant
    limit 2`);
  if (!tenant || others.length > 0)
    throw forbidden(
      'access_denied',
      'This install has several tenants, so clients cannot register themselves: ask an administrator to create one.',
    );
  const { count } = await tx.only<{ count: number }>(sql`
    select count(*) as count
    from oauth_client c
    where ${isUnused}`);
  if (count >= MAX_UNUSED) throw tooOften(`${count} registered clients wait for their first use: try again later.`, 600);

  const id = newId();
  const actor = { tenant: tenant.id, id };
  await insertClient(tx, actor, id, fields, wordsSent);
  await setConsent(tx, actor, id, 'required');
  if (!fields.allowedAuthMethods.includes('client_secret')) return { id };
  return { id, secret: (await addClientSecret({ actor, tx, identity: { tokens } }, id)).secret };
}

/** Rows that one statement removes; larger batches would hold locks for too long. */
const AT_ONCE = 1000;

/**
 * Removes registered clients that no person has used within an hour.
 * @rule oauth.register.unused
 */
export const deleteUnusedClients: Timer = {
  name: 'forget-unused-clients',
  milliseconds: 60_000,
  does: 'removes OAuth clients that registered themselves and that no person has used within an hour',
  async run({ db }) {
    while ((await removeUnusedClients(db.writer, AT_ONCE)).length === AT_ONCE);
  },
};

const isUnused = sql`
  c.created_by_type = 'dcr'
  and not exists (select from oauth_grant g where g.client_id = c.id)
  and not exists (select from oauth_consent s where s.client_id = c.id)`;

/** Deletes registered clients that no person has used within an hour, up to a limit, and returns them. */
const removeUnusedClients = (tx: Tx, limit: number): Promise<unknown[]> =>
  tx.rows(sql`
    with deleted as (
      delete from oauth_client
      where id in (
        select c.id
        from oauth_client c
        where ${isUnused}
          and c.created_at < now() - interval '60 minutes'
        order by c.created_at
        limit ${limit}
        for update skip locked)
      returning *
    ), raised as (${raisedDeletions(sql`deleted`)}
    )
    select id
    from deleted`);
