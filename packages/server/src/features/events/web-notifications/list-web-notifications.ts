import { and, sql } from '../../../core/database/sql.ts';
import { listRecords } from '../../../core/http/cursor-lists.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { countUnread } from './queries.ts';
import { webNotificationsAt } from './records.ts';

/**
 * Lists the notifications in the inbox of the caller.
 * @rule web-notifications.list.filters
 */
export const listWebNotifications = endpoint('GET /api/v1/web-notifications', {
  allow: 'signed-in',
  transaction: 'read only',

  async run(call) {
    const { sort, limit, page: next, prev, read, resourceType } = call.query;
    const types = resourceType?.split(',').map((one) => one.trim());
    const { status, body } = await listRecords(
      call,
      webNotificationsAt(call.publicUrl()),
      { sort, limit, next, prev },
      {
        only: and([
          read === undefined ? sql`true` : sql`n.is_read = ${read}`,
          types === undefined ? sql`true` : sql`n.resource_type = any (${types})`,
        ]),
        parameters: { read, resourceType },
        names: { next: 'page' },
      },
    );
    const { count } = await countUnread(call.tx, call.actor);
    return { status, body: { ...body, meta: { unreadCount: count } } };
  },
});
