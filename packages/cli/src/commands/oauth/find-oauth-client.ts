import type { Client } from '@millrace/contract/client';

import { isId, pickOne } from '../../names.ts';
import { readLinkedPages } from '../../pages.ts';

/** Finds the id of an OAuth client by id or name. */
export async function findOauthClientId(client: Client, idOrName: string): Promise<string> {
  if (isId(idOrName)) return idOrName;
  const known = await readLinkedPages(async (query) => (await client.call('GET /api/v1/oauth-clients', { query })).body);
  return pickOne('OAuth client', idOrName, known, ({ clientId, clientName }) => ({ id: clientId, names: [clientName] })).clientId;
}
