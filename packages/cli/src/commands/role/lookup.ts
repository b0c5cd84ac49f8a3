import type { Noun } from '../../group.ts';
import { type Permission, PERMISSIONS } from '@millrace/contract';
import type { Client } from '@millrace/contract/client';
import { Option } from 'commander';
import { isId, pickOne } from '../../names.ts';
import { readWholeList } from '../../pages.ts';

/** Reads all roles that the caller sees. */
export const readAllRoles = (client: Client) => readWholeList(client, 'GET /account/roles');

/** Finds the id of a role by id or name. */
export async function findRoleId(client: Client, idOrName: string): Promise<string> {
  if (isId(idOrName)) return idOrName;
  return pickOne('role', idOrName, await readAllRoles(client), ({ id, name }) => ({ id, names: [name] })).id;
}

/** How a command names a role. */
export const roleNoun: Noun = { what: 'role', argument: '<name or id>', find: findRoleId };

/** The permissions that a command was given; undefined if it was given none. */
export type PermissionOptions = { permission?: Permission[] };

/** Builds the option `--permission` of commands that write a role. */
export const permissionOption = (without: string): Option =>
  new Option('--permission <names...>', `permissions of the role (default: ${without})`).choices(PERMISSIONS);
