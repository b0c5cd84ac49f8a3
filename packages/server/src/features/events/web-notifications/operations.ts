import { and, sql } from '../../../core/database/sql.ts';
import { listRecords, readRecord } from '../../../core/http/cursor-lists.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { readPatch, type SentOperation } from '../../../core/http/json-patch.ts';
import { webNotificationsAt } from './records.ts';
import { countUnread, lockWebNotification, removeWebNotifications, setRead } from './rows.ts';

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
      webNotificationsAt(call.settings.publicUrl()),
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

/** Reads a notification of the caller. */
export const getWebNotification = endpoint('GET /api/v1/web-notifications/{id}', {
  allow: 'signed-in',

  async run(call) {
    return { status: 200, body: await readRecord(call, webNotificationsAt(call.settings.publicUrl()), call.path.id) };
  },
});

/** Marks a notification of the caller as read or unread. */
export const changeWebNotification = endpoint('PATCH /api/v1/web-notifications/{id}', {
  allow: 'signed-in',

  async run({ actor, tx, path, body }) {
    const isRead = readMark(body);
    const { id } = await lockWebNotification(tx, actor, path.id);

    await setRead(tx, actor, isRead, id);
    return { status: 204 };
  },
});

/** Marks all notifications of the caller as read or unread. */
export const changeAllWebNotifications = endpoint('PATCH /api/v1/web-notifications/all', {
  allow: 'signed-in',

  async run({ actor, tx, body }) {
    await setRead(tx, actor, readMark(body));
    return { status: 204 };
  },
});

/** Deletes a notification of the caller. */
export const deleteWebNotification = endpoint('DELETE /api/v1/web-notifications/{id}', {
  allow: 'signed-in',

  async run({ actor, tx, path }) {
    const { id } = await lockWebNotification(tx, actor, path.id);

    await removeWebNotifications(tx, actor, id);
    return { status: 204 };
  },
});

/** Deletes all notifications of the caller. */
export const deleteAllWebNotifications = endpoint('DELETE /api/v1/web-notifications/all', {
  allow: 'signed-in',

  async run({ actor, tx }) {
    await removeWebNotifications(tx, actor);
    return { status: 204 };
  },
});

/** The only change of a notification. */
const READ_PATCH = { '/read': { ops: ['replace'], value: 'WebNotificationRead' } } as const;

/**
 * Reads whether a patch marks notifications as read or as unread, or refuses the patch: its last operation decides.
 * @rule web-notifications.change.read
 */
const readMark = (operations: readonly SentOperation[]): boolean => readPatch(operations, READ_PATCH).at(-1)?.value ?? false;
