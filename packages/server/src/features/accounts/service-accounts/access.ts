/** Finds and locks service accounts; each statement checks the tenant. */
import type { Tx } from '../../../core/database/db.ts';
import { notFound } from '../../../core/base/problem.ts';
import { sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { serviceAccountColumns, type ServiceAccountRow } from './json.ts';

/**
 * Builds the condition for the accounts `a` that a list of service accounts shows.
 * @rule service-accounts.list.tenant
 */
export const visibleServiceAccounts = (actor: Actor): Sql => sql`a.tenant_id = ${actor.tenant} and a.user_type = 'SERVICE'`;

const select = (actor: Actor, id: string): Sql => sql`
  select ${serviceAccountColumns}
  from account a
  join service_account s on s.account_id = a.id
  where a.id = ${id}
    and ${visibleServiceAccounts(actor)}`;

async function required(id: string, found: Promise<ServiceAccountRow | undefined>): Promise<ServiceAccountRow> {
  const row = await found;
  if (!row) throw notFound('Service account', id);
  return row;
}

/** Finds a service account of the actor's tenant. */
export const findServiceAccount = (tx: Tx, actor: Actor, id: string): Promise<ServiceAccountRow> => required(id, tx.one(select(actor, id)));

/** Locks a service account of the actor's tenant for a change. */
export const lockServiceAccount = (tx: Tx, actor: Actor, id: string): Promise<ServiceAccountRow> =>
  required(id, tx.one(sql`${select(actor, id)} for update`));
