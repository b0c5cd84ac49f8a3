/** The statements about inboxes. Each one that finds or changes a notification for a caller finds only its own. */
import { newId } from '../../../core/base/id.ts';
import { requireFound } from '../../../core/base/problem.ts';
import { json, type Sql, sql, type Tx } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';

/**
 * Builds the condition for the notifications `n` of a caller.
 * @rule web-notifications.all.own
 */
export const ownWebNotifications = (actor: Actor): Sql => sql`n.account_id = ${actor.id}`;

/** Locks a notification of the caller for a change. */
export const lockWebNotification = async (tx: Tx, actor: Actor, id: string): Promise<{ id: string }> =>
  requireFound(
    await tx.one<{ id: string }>(sql`
      select n.id
      from web_notification n
      where n.id = ${id}
        and ${ownWebNotifications(actor)}
      for update`),
    'Notification',
    id,
  );

/** A notification to add; `href` is a path of this server. */
type NewWebNotification = {
  account: string;
  body: string;
  href: string;
  action: string;
  resourceType: string;
  resourceId: string;
  spaceId: string | null;
};

/** Adds notifications to inboxes. */
export async function addWebNotifications(tx: Tx, added: readonly NewWebNotification[]): Promise<void> {
  if (added.length === 0) return;
  await tx.rows(sql`
    insert into web_notification (id, account_id, body, href, action, resource_type, resource_id, space_id)
    select id, account, body, href, action, "resourceType", "resourceId", "spaceId"
    from json_to_recordset(${json(added.map((notification) => ({ ...notification, id: newId() })))}::json) as n (
      id uuid, account uuid, body text, href text, action text, "resourceType" text, "resourceId" uuid, "spaceId" uuid)`);
}

/** Counts the unread notifications of the caller. */
export const countUnread = (tx: Tx, actor: Actor): Promise<{ count: number }> =>
  tx.only(sql`
    select count(*) as count
    from web_notification n
    where ${ownWebNotifications(actor)}
      and not n.is_read`);

/** Marks a notification of the caller, or all of them, as read or as unread. */
export const setRead = (tx: Tx, actor: Actor, isRead: boolean, id?: string): Promise<unknown> =>
  tx.rows(sql`
    update web_notification n
    set is_read = ${isRead},
        updated_at = now()
    where ${ownWebNotifications(actor)}
      and n.id = coalesce(${id ?? null}::uuid, n.id)
      and n.is_read <> ${isRead}`);

/** Deletes a notification of the caller, or all of them. */
export const removeWebNotifications = (tx: Tx, actor: Actor, id?: string): Promise<unknown> =>
  tx.rows(sql`
    delete from web_notification n
    where ${ownWebNotifications(actor)}
      and n.id = coalesce(${id ?? null}::uuid, n.id)`);

/** Deletes notifications that are older than some days. */
export const removeOldWebNotifications = (tx: Tx, days: number): Promise<unknown> =>
  tx.rows(sql`
    delete from web_notification
    where created_at < now() - make_interval(days => ${days}::int)`);
