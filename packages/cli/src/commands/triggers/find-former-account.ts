import type { Client } from '@millrace/contract/client';

import { isId, pickOne } from '../../names.ts';
import { readPages } from '../../pages.ts';

/** Reads all triggers whose account is disabled or deleted. */
export const readOwnerlessTriggers = (client: Client) =>
  readPages(async (limit, offset) => (await client.call('GET /orchestration/ownerless-triggers', { query: { limit, offset } })).body);

/** Finds the id of an account with ownerless triggers by id or login; a deleted account has only its id. */
export async function findFormerAccountId(client: Client, idOrLogin: string): Promise<string> {
  if (isId(idOrLogin)) return idOrLogin;
  const { items } = await readOwnerlessTriggers(client);
  const accounts = [...new Map(items.map((item) => [item.accountId, item])).values()];
  const toNamedChoice = ({ accountId, accountLogin }: (typeof items)[number]) => ({
    id: accountId,
    names: [accountLogin ?? 'deleted account'],
  });
  return pickOne('former account', idOrLogin, accounts, toNamedChoice).accountId;
}
