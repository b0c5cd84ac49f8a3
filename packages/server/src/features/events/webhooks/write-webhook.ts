/** Writes webhooks with their subscriptions. */
import { newId } from '../../../core/base/id.ts';
import type { Tx } from '../../../core/database/db.ts';
import type { Secrets } from '../../../core/secrets/secrets.ts';
import type { Actor } from '../../../identity/actor.ts';
import { resetEndpoint } from '../delivery-queue/index.ts';
import { subscribeTo } from '../outbox/index.ts';
import { insertWebhookRow, updateWebhookRow } from './queries.ts';
import { NOTHING_BEFORE, storedFields } from './store-fields.ts';
import type { WebhookFields, WebhookRow } from './webhook-row.ts';

/** The parameters with which webhooks are written. */
export type WebhookWriter = { tx: Tx; actor: Actor; secrets: Secrets; now: Date };

/** Adds a webhook with checked fields, and returns its id. */
export async function addWebhook(
  { tx, actor, secrets, now }: WebhookWriter,
  kind: Pick<WebhookRow, 'level' | 'origin'>,
  fields: WebhookFields,
): Promise<string> {
  const id = newId();
  await insertWebhookRow(tx, actor, { id, ...kind }, storedFields(secrets, id, fields, NOTHING_BEFORE, now));
  await subscribe(tx, actor.tenant, id, fields);
  return id;
}

/**
 * Changes a locked webhook to checked fields.
 * @rule webhooks.enable.fresh
 */
export async function storeWebhook({ tx, actor, secrets, now }: WebhookWriter, before: WebhookRow, fields: WebhookFields): Promise<void> {
  await updateWebhookRow(tx, actor, before.id, storedFields(secrets, before.id, fields, before, now));
  await subscribe(tx, before.tenant_id, before.id, fields);
  if (fields.enabled && !before.enabled) await resetEndpoint(tx, before.id);
}

/**
 * Only enabled webhooks have subscriptions. So an event is not stored if only disabled webhooks would receive it.
 * @rule webhooks.subscriptions.enabled
 */
const subscribe = (tx: Tx, tenant: string, id: string, { enabled, eventTypes }: WebhookFields): Promise<unknown> =>
  subscribeTo(tx, { tenant, kind: 'webhook', id }, enabled ? eventTypes : []);
