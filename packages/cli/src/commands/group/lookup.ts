import type { Noun } from '../../group.ts';
import type { Client } from '@millrace/contract/client';
import { isId, pickOne } from '../../names.ts';
import { readWholeList } from '../../pages.ts';

/** Reads all groups that the caller sees. */
export const readAllGroups = (client: Client) => readWholeList(client, 'GET /account/groups');

/** Finds the id of a group by id or name. */
export async function findGroupId(client: Client, idOrName: string): Promise<string> {
  if (isId(idOrName)) return idOrName;
  return pickOne('group', idOrName, await readAllGroups(client), ({ id, name }) => ({ id, names: [name] })).id;
}

/** How a command names a group. */
export const groupNoun: Noun = { what: 'group', argument: '<name or id>', find: findGroupId };
