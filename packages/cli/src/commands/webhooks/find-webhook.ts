import type { Schema } from '@millrace/contract';
import type { Client } from '@millrace/contract/client';

import { isId, pickOne } from '../../names.ts';
import { readLinkedPages } from '../../pages.ts';

/** Reads all webhooks that the caller sees. */
export const readAllWebhooks = (client: Client): Promise<Schema<'Webhook'>[]> =>
  readLinkedPages(async (query) => (await client.call('GET /api/v1/webhooks', { query })).body);

/** Finds the id of a webhook by id or name. */
export async function findWebhookId(client: Client, idOrName: string): Promise<string> {
  if (isId(idOrName)) return idOrName;
  return pickOne('webhook', idOrName, await readAllWebhooks(client), ({ id, name }) => ({ id, names: [name] })).id;
}
