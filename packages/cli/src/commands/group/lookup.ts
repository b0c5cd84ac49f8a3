import { byName, nounOf } from '../../group.ts';
import type { Client } from '@millrace/contract/client';
import { readWholeList } from '../../pages.ts';

/** Reads all groups that the caller sees. */
export const readAllGroups = (client: Client) => readWholeList(client, 'GET /account/groups');

/** How a command names a group. */
export const groupNoun = nounOf('group', readAllGroups, byName);
