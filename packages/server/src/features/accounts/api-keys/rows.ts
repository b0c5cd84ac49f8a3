/** Personal access tokens as API keys of the tenant API. Each statement checks the tenant. */
import type { Schema } from '@millrace/contract';
import { requireFound } from '../../../core/base/problem.ts';
import { sql, type Sql, type Tx } from '../../../core/database/sql.ts';
import { idSort, type RecordKind, textSort } from '../../../core/http/cursor-lists.ts';
import type { Actor } from '../../../identity/actor.ts';
import { visibleUsers } from '../people/index.ts';

/** The row of an API key. */
type ApiKeyRow = {
  id: string;
  account_id: string;
  tenant_id: string;
  name: string;
  status: Schema<'ApiKey'>['status'];
  created_at: Date;
  updated_at: Date | null;
  expires_at: Date | null;
};

/** The status of the token `k`. */
export const keyStatus = sql`case when k.expires_at <= now() then 'expired' else 'active' end`;

/**
 * Builds the condition for the keys `k` of the accounts `u` that a caller sees: its own keys, and for a manager of users the keys of all people.
 * @rule api-keys.all.own
 */
const visibleKeys = (actor: Actor): Sql =>
  actor.permissions.has('SVC_USER_MANAGEMENT')
    ? sql`(k.account_id = ${actor.id} or ${visibleUsers(actor)})`
    : sql`k.account_id = ${actor.id}`;

/** API keys as records. */
export const API_KEYS: RecordKind<ApiKeyRow, Schema<'ApiKey'>> = {
  noun: 'API key',
  path: '/api/v1/api-keys',
  sorts: {
    created: idSort(sql`k.id`),
    description: textSort(sql`k.name`),
    status: textSort(keyStatus),
    sub: idSort(sql`k.account_id`),
    createdByUser: idSort(sql`k.account_id`),
  },
  sort: '-created',
  rows: {
    from: sql`personal_access_token k join account u on u.id = k.account_id`,
    id: sql`k.id`,
    visible: visibleKeys,
    columns: sql`k.id, k.account_id, u.tenant_id, k.name, ${keyStatus} as status, k.created_at, k.updated_at, k.expires_at`,
  },
  toJson: (row) => ({
    id: row.id,
    description: row.name,
    sub: row.account_id,
    subType: 'user',
    status: row.status,
    tenantId: row.tenant_id,
    createdByUser: row.account_id,
    created: row.created_at.toISOString(),
    lastUpdated: (row.updated_at ?? row.created_at).toISOString(),
    ...(row.expires_at && { expiry: row.expires_at.toISOString() }),
  }),
};

/** Locks a key that the caller sees and will revoke. */
export const lockKey = (tx: Tx, actor: Actor, id: string): Promise<{ id: string; account_id: string }> => lock(tx, id, visibleKeys(actor));

/**
 * Locks a key of the caller for a change.
 * @rule api-keys.change.own
 */
export const lockOwnKey = (tx: Tx, actor: Actor, id: string): Promise<{ id: string }> => lock(tx, id, sql`k.account_id = ${actor.id}`);

async function lock(tx: Tx, id: string, where: Sql): Promise<{ id: string; account_id: string }> {
  const row = await tx.one<{ id: string; account_id: string }>(sql`
    select k.id, k.account_id
    from personal_access_token k
    join account u on u.id = k.account_id
    where k.id = ${id}
      and ${where}
    for update of k`);
  return requireFound(row, 'API key', id);
}
