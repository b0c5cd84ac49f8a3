/** Finds the webhooks that a caller sees and changes; each statement checks the tenant. */
import { found } from '../../../core/base/problem.ts';
import type { Tx } from '../../../core/database/db.ts';
import { sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { webhookColumns, type WebhookRow } from './webhook-row.ts';

/** Returns whether a caller administers the webhooks of its tenant. */
export const managesWebhooks = (actor: Actor): boolean => actor.permissions.has('SVC_WEBHOOK_MANAGEMENT');

/**
 * Builds the condition for the webhooks `w` that a caller sees and changes.
 * @rule webhooks.list.admin
 */
export const visibleWebhooks = (actor: Actor): Sql => sql`(
    w.tenant_id = ${actor.tenant}
    and (w.owner_id = ${actor.id} or ${managesWebhooks(actor)}))`;

/** Finds a webhook that the actor sees. */
export const findWebhook = async (tx: Tx, actor: Actor, id: string): Promise<WebhookRow> =>
  found(await tx.one<WebhookRow>(selectWebhook(actor, id)), 'Webhook', id);

/** Finds a webhook that the actor sees, and locks it for a change. */
export const lockWebhook = async (tx: Tx, actor: Actor, id: string): Promise<WebhookRow> =>
  found(await tx.one<WebhookRow>(sql`${selectWebhook(actor, id)} for no key update`), 'Webhook', id);

const selectWebhook = (actor: Actor, id: string): Sql => sql`
  select ${webhookColumns}
  from webhook w
  where w.id = ${id}
    and ${visibleWebhooks(actor)}`;
