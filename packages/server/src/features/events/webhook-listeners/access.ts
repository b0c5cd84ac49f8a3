/** The listeners of a caller. An expired listener counts as deleted for all operations. */
import type { Schema } from '@millrace/contract';
import { found } from '../../../core/base/problem.ts';
import type { Tx } from '../../../core/database/db.ts';
import { sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';

/** The row of a listener. */
export type ListenerRow = {
  id: string;
  level: Schema<'WebhookLevel'>;
  event_types: string[];
  /** The event types that were written in the words of the published product. */
  vendor_words: string[];
  filter: string | null;
  expires_at: Date;
};

/** Builds the condition for the listeners `l` of a caller. */
export const ownListeners = (actor: Actor): Sql => sql`
  l.tenant_id = ${actor.tenant}
    and l.account_id = ${actor.id}
    and l.expires_at > now()`;

/** Locks a listener of the actor, for its deletion. */
export const lockListener = async (tx: Tx, actor: Actor, id: string): Promise<{ id: string }> =>
  found(
    await tx.one<{ id: string }>(sql`
      select l.id
      from webhook_listener l
      where l.id = ${id}
        and ${ownListeners(actor)}
      for update`),
    'Listener',
    id,
  );

/**
 * Finds a listener of the actor, and extends its life.
 * @rule webhook-listeners.end.expiry
 */
export const renewListener = async (tx: Tx, actor: Actor, id: string): Promise<ListenerRow> =>
  found(
    await tx.one<ListenerRow>(sql`
      update webhook_listener l
      set expires_at = now() + interval '2 minutes'
      where l.id = ${id}
        and ${ownListeners(actor)}
      returning l.id, l.level, l.event_types, l.vendor_words, l.filter, l.expires_at`),
    'Listener',
    id,
  );
