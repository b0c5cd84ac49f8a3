import { byName, nounOf } from '../../group.ts';
import { type Permission, PERMISSIONS } from '@millrace/contract';
import type { Client } from '@millrace/contract/client';
import { Option } from 'commander';
import { readWholeList } from '../../pages.ts';

/** Reads all roles that the caller sees. */
export const readAllRoles = (client: Client) => readWholeList(client, 'GET /account/roles');

/** How a command names a role. */
export const roleNoun = nounOf('role', readAllRoles, byName);

/** The permissions that a command was given; undefined if it was given none. */
export type PermissionOptions = { permission?: Permission[] };

/** Builds the option `--permission` of commands that write a role. */
export const permissionOption = (without: string): Option =>
  new Option('--permission <names...>', `permissions of the role (default: ${without})`).choices(PERMISSIONS);
