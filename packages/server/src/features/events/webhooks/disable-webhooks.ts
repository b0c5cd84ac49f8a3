/** Disables webhooks whose receivers do not exist any more or always fail. */
import type { Tx } from '../../../core/database/db.ts';
import { raiseEvents, subscribeTo } from '../outbox/index.ts';
import { markDisabled } from './queries.ts';

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
