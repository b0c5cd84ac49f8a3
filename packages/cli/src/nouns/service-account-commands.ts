import type { Command } from 'commander';

import { createServiceAccount } from '../commands/service-accounts/create-service-account.ts';
import { deleteServiceAccount } from '../commands/service-accounts/delete-service-account.ts';
import { getServiceAccount } from '../commands/service-accounts/get-service-account.ts';
import { listServiceAccounts } from '../commands/service-accounts/list-service-accounts.ts';
import { replaceServiceAccount } from '../commands/service-accounts/replace-service-account.ts';
import type { Shell } from '../shell.ts';

/** Adds `millrace service-account`. */
export function addServiceAccountCommands(program: Command, shell: Shell): void {
  const serviceAccount = program.command('service-account').description('Create accounts for programs, list, show, change and delete them');
  for (const add of [createServiceAccount, listServiceAccounts, getServiceAccount, replaceServiceAccount, deleteServiceAccount])
    add(serviceAccount, shell);
}
