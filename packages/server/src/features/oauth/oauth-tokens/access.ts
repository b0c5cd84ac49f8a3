/** Finds the grants that a caller sees and ends; each statement checks the tenant. */
import { found } from '../../../core/base/problem.ts';
import type { Tx } from '../../../core/database/db.ts';
import { sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { visibleUsers } from '../../accounts/users/index.ts';

/**
 * Builds the condition for the grants `g` of the accounts `u` that a caller sees: its own grants, and for a manager of users the grants of all people.
 * @rule oauth-tokens.all.own
 */
export const visibleGrants = (actor: Actor): Sql =>
  sql`g.expires_at > now() and ${
    actor.permissions.has('SVC_USER_MANAGEMENT') ? sql`(u.id = ${actor.id} or ${visibleUsers(actor)})` : sql`u.id = ${actor.id}`
  }`;

/** Locks a grant that the caller sees and will end. */
export const lockVisibleGrant = async (tx: Tx, actor: Actor, id: string): Promise<{ id: string }> =>
  found(
    await tx.one<{ id: string }>(sql`
      select g.id
      from oauth_grant g
      join account u on u.id = g.account_id
      where g.id = ${id}
        and ${visibleGrants(actor)}
      for update of g`),
    'OAuth token',
    id,
  );
