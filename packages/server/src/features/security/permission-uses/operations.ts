import type { Schema } from '@millrace/contract';
import { endpoint } from '../../../core/http/endpoint.ts';
import { selectPeriod, selectUnused, type UnusedRow } from './uses.ts';

/**
 * Lists permissions that active accounts hold and have not used for some days.
 * @rule permission-uses.list.permission
 */
export const listUnusedPermissions = endpoint('GET /security/unused-permissions', {
  allow: 'SVC_ROLE_MANAGEMENT',
  transaction: 'read only',

  async run({ actor, tx, query }) {
    const { since } = await selectPeriod(tx, actor, query.days ?? 90);
    return { status: 200, body: { since: since.toISOString(), unused: (await selectUnused(tx, actor, since)).map(toUnusedJson) } };
  },
});

/** Converts a row to UnusedPermission. */
const toUnusedJson = (row: UnusedRow): Schema<'UnusedPermission'> => ({
  accountId: row.id,
  userType: row.user_type,
  name: row.name,
  permission: row.permission,
  roles: row.roles,
  ...(row.last_used_at && { lastUsedDate: row.last_used_at.toISOString() }),
});
