/** Personal access tokens as API keys of the tenant API. */
import type { Schema } from '@millrace/contract';
import { sql } from '../../../core/database/sql.ts';
import { idSort, textSort, type RecordKind } from '../../../core/http/cursor-lists.ts';
import { visibleKeys } from './access.ts';

/** The row of an API key. */
export type ApiKeyRow = {
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

/** API keys as records. */
export const API_KEYS: RecordKind<ApiKeyRow, Schema<'ApiKey'>> = {
  noun: 'API key',
  path: '/api/v1/api-keys',
  known: { schema: '', columns: {}, lists: {} },
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
