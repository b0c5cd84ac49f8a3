import type { Client } from '@millrace/contract/client';
import { isId, pickOne } from '../../names.ts';
import { readLinkedPages } from '../../pages.ts';

/** Finds the id of an OAuth client by id or name. */
export async function findOauthClientId(client: Client, idOrName: string): Promise<string> {
  if (isId(idOrName)) return idOrName;
  const known = await readLinkedPages(async (query) => (await client.call('GET /api/v1/oauth-clients', { query })).body);
  return pickOne('OAuth client', idOrName, known, ({ clientId, clientName }) => ({ id: clientId, names: [clientName] })).clientId;
}

/** Reads the entries of the list of OAuth tokens: all that the caller sees, or those of a user. */
export const readOauthTokens = (client: Client, userId?: string) =>
  readLinkedPages(async ({ limit, next: page }) => {
    const query = { limit, ...(userId !== undefined && { userId }), ...(page !== undefined && { page }) };
    return (await client.call('GET /api/v1/oauth-tokens', { query })).body;
  });

/** Finds the id of an entry of the list of OAuth tokens by its id or the beginning of it. */
export async function findOauthTokenId(client: Client, idOrPrefix: string): Promise<string> {
  if (isId(idOrPrefix)) return idOrPrefix;
  return pickOne('OAuth token', idOrPrefix, await readOauthTokens(client), ({ id, clientId }) => ({ id, names: [], place: clientId })).id;
}
