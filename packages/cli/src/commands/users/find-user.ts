import type { Client } from '@millrace/contract/client';

import { isId, pickOne } from '../../names.ts';
import { readNumberedPages } from '../../pages.ts';

/** Reads all users that the caller sees. */
export const readAllUsers = (client: Client) =>
  readNumberedPages(async (page) => (await client.call('GET /account/users', { query: { page } })).body);

/** Finds the id of a user by id or login. */
export async function findUserId(client: Client, idOrName: string): Promise<string> {
  if (isId(idOrName)) return idOrName;
  return pickOne('user', idOrName, await readAllUsers(client), ({ id, login }) => ({ id, names: [login] })).id;
}
