import { byName, nounOf } from '../../command-builders.ts';
import type { Schema } from '@millrace/contract';
import type { Client } from '@millrace/contract/client';
import { isId, pickOne } from '../../names.ts';
import { readWholeList } from '../../pages.ts';
import { localTime } from '../../text.ts';

/** Reads all webhooks that the caller sees. */
export const readAllWebhooks = (client: Client): Promise<Schema<'Webhook'>[]> => readWholeList(client, 'GET /api/v1/webhooks');

/** How a command names a webhook. */
export const webhookNoun = nounOf('webhook', readAllWebhooks, byName);

type Filter = { status?: 'success' | 'fail' | 'waiting' };

/** Reads the deliveries of a webhook in the last week, the newest first. */
export const readDeliveries = (client: Client, webhookId: string, filter: Filter = {}, maximum = Infinity) =>
  readWholeList(client, 'GET /api/v1/webhooks/{id}/deliveries', { path: { id: webhookId }, query: filter }, maximum);

/** Finds the id of a delivery of a webhook by its id or the beginning of it. */
export async function findDeliveryId(client: Client, webhookId: string, idOrPrefix: string): Promise<string> {
  if (isId(idOrPrefix)) return idOrPrefix;
  return pickOne('delivery', idOrPrefix, await readDeliveries(client, webhookId), ({ id, eventType, triggeredAt }) => ({
    id,
    names: [],
    place: `${eventType} ${localTime(triggeredAt)}`,
  })).id;
}
