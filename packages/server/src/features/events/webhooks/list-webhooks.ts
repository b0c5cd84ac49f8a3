import { and, escapeLike, sql, type Sql } from '../../../core/database/sql.ts';
import { listRecords } from '../../../core/http/cursor-lists.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { neutralTypes } from './webhook-row.ts';
import { WEBHOOKS } from './records.ts';

/** Lists webhooks. */
export const listWebhooks = endpoint('GET /api/v1/webhooks', {
  allow: 'signed-in',

  async run(call) {
    const { sort, limit, next, prev, name, url, level, enabled, eventTypes, origins, ownerId, createdByUserId, updatedByUserId } =
      call.query;
    const wanted = { name, url, level, enabled, eventTypes, origins, ownerId, createdByUserId, updatedByUserId };
    const conditions = [
      wanted.name !== undefined && isLike(sql`w.name`, wanted.name),
      wanted.url !== undefined && isLike(sql`w.url`, wanted.url),
      wanted.level !== undefined && sql`w.level = ${wanted.level}`,
      wanted.enabled !== undefined && sql`w.enabled = ${wanted.enabled}`,
      wanted.eventTypes !== undefined && sql`w.event_types && ${neutralTypes(listOf(wanted.eventTypes))}::text[]`,
      wanted.origins !== undefined && sql`w.origin = any (${listOf(wanted.origins)}::text[])`,
      wanted.ownerId !== undefined && sql`w.owner_id::text = ${wanted.ownerId.toLowerCase()}`,
      wanted.createdByUserId !== undefined && sql`w.created_by::text = ${wanted.createdByUserId.toLowerCase()}`,
      wanted.updatedByUserId !== undefined && sql`w.updated_by::text = ${wanted.updatedByUserId.toLowerCase()}`,
    ].filter((one) => one !== false);
    return listRecords(call, WEBHOOKS, { sort, limit, next, prev }, { only: and(conditions), parameters: wanted });
  },
});

/**
 * Ignores letter case; `*` stands for any characters.
 * @rule webhooks.list.wildcards
 */
const isLike = (column: Sql, text: string): Sql => sql`lower(${column}) like lower(${escapeLike(text).replaceAll(/\*+/g, '%')})`;

const listOf = (text: string): string[] => text.split(',').map((one) => one.trim());
