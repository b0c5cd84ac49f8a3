/** The grants that a caller sees and ends, and their list. Each statement checks the tenant. */
import type { Schema } from '@millrace/contract';
import { requireFound } from '../../../core/base/problem.ts';
import { type Sql, sql, type Tx } from '../../../core/database/sql.ts';
import { idSort, type RecordKind } from '../../../core/http/cursor-lists.ts';
import type { Actor } from '../../../identity/actor.ts';
import { visibleUsers } from '../../accounts/people/index.ts';

/**
 * Builds the condition for the grants `g` of the accounts `u` that a caller sees: its own grants, and for a manager of users the grants of all people.
 * @rule oauth-tokens.all.own
 */
const visibleGrants = (actor: Actor): Sql =>
  sql`g.expires_at > now() and ${
    actor.permissions.has('SVC_USER_MANAGEMENT') ? sql`(u.id = ${actor.id} or ${visibleUsers(actor)})` : sql`u.id = ${actor.id}`
  }`;

/** Locks a grant that the caller sees and will end. */
export const lockVisibleGrant = async (tx: Tx, actor: Actor, id: string): Promise<{ id: string }> =>
  requireFound(
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

/** The row of a grant as a record. */
type GrantRecordRow = {
  id: string;
  tenant_id: string;
  account_id: string;
  client_id: string;
  description: string | null;
  device_type: string | null;
  used_at: Date;
};

/** Grants as records. */
export const GRANTS: RecordKind<GrantRecordRow, Schema<'OauthTokenEntry'>> = {
  noun: 'OAuth token',
  path: '/api/v1/oauth-tokens',
  sorts: { userId: idSort(sql`g.account_id`), id: idSort(sql`g.id`) },
  sort: '-id',
  rows: {
    from: sql`oauth_grant g join account u on u.id = g.account_id`,
    id: sql`g.id`,
    visible: visibleGrants,
    columns: sql`
      g.id, g.tenant_id, g.account_id, g.client_id, g.description, g.device_type, greatest(g.last_used_at, g.token_used_at) as used_at`,
  },
  toJson: (row) => ({
    id: row.id,
    tenantId: row.tenant_id,
    userId: row.account_id,
    clientId: row.client_id,
    ...(row.description !== null && { description: row.description }),
    ...(row.device_type !== null && { deviceType: row.device_type }),
    lastUsed: row.used_at.toISOString(),
  }),
};
