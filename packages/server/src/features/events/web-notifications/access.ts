/** The inbox of a caller. Each statement finds only its own notifications. */
import { found } from '../../../core/base/problem.ts';
import type { Tx } from '../../../core/database/db.ts';
import { sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';

/**
 * Builds the condition for the notifications `n` of a caller.
 * @rule web-notifications.all.own
 */
export const ownWebNotifications = (actor: Actor): Sql => sql`n.account_id = ${actor.id}`;

/** Locks a notification of the caller for a change. */
export const lockWebNotification = async (tx: Tx, actor: Actor, id: string): Promise<{ id: string }> =>
  found(
    await tx.one<{ id: string }>(sql`
      select n.id
      from web_notification n
      where n.id = ${id}
        and ${ownWebNotifications(actor)}
      for update`),
    'Notification',
    id,
  );
