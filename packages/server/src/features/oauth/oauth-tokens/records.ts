/** Grants as records of the tenant API. */
import type { Schema } from '@millrace/contract';
import { sql } from '../../../core/database/sql.ts';
import { idSort, type RecordKind } from '../../../core/http/cursor-lists.ts';
import { visibleGrants } from './access.ts';

/** The row of a grant as a record. */
export type GrantRecordRow = {
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
  known: { schema: '', columns: {}, lists: {} },
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
