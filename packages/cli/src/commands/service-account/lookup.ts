import type { Noun } from '../../group.ts';
import type { Client } from '@millrace/contract/client';
import { isId, pickOne } from '../../names.ts';

/** Finds the id of a service account by id or name. */
export async function findServiceAccountId(client: Client, idOrName: string): Promise<string> {
  if (isId(idOrName)) return idOrName;
  const { body: accounts } = await client.call('GET /account/service-accounts');
  return pickOne('service account', idOrName, accounts, ({ id, name }) => ({ id, names: [name] })).id;
}

/** How a command names a service account. */
export const serviceAccountNoun: Noun = { what: 'service account', argument: '<name or id>', find: findServiceAccountId };
