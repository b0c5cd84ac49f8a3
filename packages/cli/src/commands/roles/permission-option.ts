import { PERMISSIONS, type Permission } from '@millrace/contract';
import { Option } from 'commander';

/** The permissions that a command was given; undefined if it was given none. */
export type PermissionOptions = { permission?: Permission[] };

/** Builds the option `--permission` of commands that write a role. */
export const permissionOption = (without: string): Option =>
  new Option('--permission <names...>', `permissions of the role (default: ${without})`).choices(PERMISSIONS);
