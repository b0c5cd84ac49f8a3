/** Refused requests of an OAuth client as records of the tenant API. */
import type { Schema } from '@millrace/contract';
import { timeOfId } from '../../../core/base/id.ts';
import { sql } from '../../../core/database/sql.ts';
import { idSort, type RecordKind } from '../../../core/http/cursor-lists.ts';
import { ownClients } from './access.ts';

/** The row of a refused request. */
export type RefusalRow = {
  id: string;
  endpoint: string;
  grant_type: string | null;
  code: string;
  reason: string;
  advice: string;
  address: string;
  number: number;
};

/** The refused requests of a client. */
export const refusalsOfClient = (client: string): RecordKind<RefusalRow, Schema<'OauthRefusal'>> => ({
  noun: 'Refusal',
  path: `/api/v1/oauth-clients/${client}/refusals`,
  known: { schema: '', columns: {}, lists: {} },
  sorts: { time: idSort(sql`r.id`) },
  sort: '-time',
  rows: {
    from: sql`oauth_refusal r join oauth_client c on c.id = r.client_id`,
    id: sql`r.id`,
    visible: (actor) => sql`c.id = ${client} and ${ownClients(actor)}`,
    columns: sql`r.id, r.endpoint, r.grant_type, r.code, r.reason, r.advice, r.address, r.number`,
  },
  toJson: (row) => ({
    id: row.id,
    time: timeOfId(row.id).toISOString(),
    endpoint: row.endpoint,
    ...(row.grant_type !== null && { grantType: row.grant_type }),
    code: row.code,
    reason: row.reason,
    advice: row.advice,
    address: row.address,
    number: row.number,
  }),
});
