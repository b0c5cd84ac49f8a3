import type { Client } from '@millrace/contract/client';

import { isId, pickOne } from '../../names.ts';
import { readLinkedPages } from '../../pages.ts';

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
