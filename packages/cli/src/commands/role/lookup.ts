import { byName, nounOf } from '../../command-builders.ts';
import { PERMISSIONS } from '@millrace/contract';
import type { Client } from '@millrace/contract/client';
import { readWholeList } from '../../pages.ts';

/** Reads all roles that the caller sees. */
export const readAllRoles = (client: Client) => readWholeList(client, 'GET /account/roles');

/** How a command names a role. */
export const roleNoun = nounOf('role', readAllRoles, byName);

/** The option `--permission` of commands that write a role. `standard` says which permissions the role has without it. */
export const permissionOption = (standard: string) =>
  ({ '--permission <names...>': { text: `permissions of the role (default: ${standard})`, choices: PERMISSIONS } }) as const;
