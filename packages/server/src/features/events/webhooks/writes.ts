/** Writes webhooks with their subscriptions: new, changed and disabled ones. */
import { newId } from '../../../core/base/id.ts';
import { json, sql, type Tx } from '../../../core/database/sql.ts';
import type { Secrets } from '../../../core/secrets/secrets.ts';
import type { Actor } from '../../../identity/actor.ts';
import { resetEndpoint } from '../delivery-queue/index.ts';
import { raiseEvents, subscribeTo } from '../outbox/index.ts';
import { insertWebhookRow, updateWebhookRow, type WebhookRow } from './rows.ts';
import { storedFields, type WebhookFields } from './stored-fields.ts';

/** The parameters with which webhooks are written. */
type WebhookWriter = { tx: Tx; actor: Actor; secrets: Secrets; now: Date };

/** Adds a webhook with checked fields, and returns its id. */
export async function addWebhook(
  { tx, actor, secrets, now }: WebhookWriter,
  kind: Pick<WebhookRow, 'level' | 'origin'>,
  fields: WebhookFields,
): Promise<string> {
  const id = newId();
  await insertWebhookRow(tx, actor, { id, ...kind }, storedFields(secrets, id, fields, undefined, now));
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

/** A webhook to disable, and the reason: a stable code, and a sentence for people. */
export type Disabling = { id: string; code: string; reason: string };

/**
 * Disables webhooks, ends their subscriptions and raises an event for each. Webhooks that are disabled already stay as they are.
 * @rule webhooks.disable.told
 */
export async function disableWebhooks(tx: Tx, webhooks: readonly Disabling[]): Promise<void> {
  const disabled = await markDisabled(tx, webhooks);
  for (const { id, tenant_id: tenant } of disabled) await subscribeTo(tx, { tenant, kind: 'webhook', id }, []);
  const byId = new Map(webhooks.map((webhook) => [webhook.id, webhook]));
  await raiseEvents(
    tx,
    disabled.map((row) => ({
      type: 'com.service.v1.webhook.disabled',
      tenant: row.tenant_id,
      resource: row.id,
      owner: row.owner_id,
      data: { webhookId: row.id, name: row.name, code: byId.get(row.id)?.code ?? '', reason: byId.get(row.id)?.reason ?? '' },
    })),
  );
}

/** Disables webhooks that are still enabled, and returns them. */
const markDisabled = (tx: Tx, webhooks: readonly Disabling[]): Promise<Pick<WebhookRow, 'id' | 'tenant_id' | 'owner_id' | 'name'>[]> =>
  tx.rows(sql`
    update webhook w
    set enabled = false,
        disabled_reason_code = n.code,
        disabled_reason = n.reason
    from json_to_recordset(${json(webhooks)}::json) as n (id uuid, code text, reason text)
    where w.id = n.id
      and w.enabled
    returning w.id, w.tenant_id, w.owner_id, w.name`);
