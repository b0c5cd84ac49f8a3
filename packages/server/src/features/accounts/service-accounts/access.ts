/** Finds and locks service accounts; each statement checks the tenant. */
import type { Tx } from '../../../core/database/db.ts';
import { found } from '../../../core/base/problem.ts';
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

/** Finds a service account of the actor's tenant. */
export const findServiceAccount = async (tx: Tx, actor: Actor, id: string): Promise<ServiceAccountRow> =>
  found(await tx.one<ServiceAccountRow>(select(actor, id)), 'Service account', id);

/** Locks a service account of the actor's tenant for a change. */
export const lockServiceAccount = async (tx: Tx, actor: Actor, id: string): Promise<ServiceAccountRow> =>
  found(await tx.one<ServiceAccountRow>(sql`${select(actor, id)} for update`), 'Service account', id);
