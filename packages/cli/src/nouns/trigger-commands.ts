import type { Command } from 'commander';

import { listOwnerlessTriggers } from '../commands/triggers/list-ownerless-triggers.ts';
import { takeOverTriggers } from '../commands/triggers/take-over-triggers.ts';
import type { Shell } from '../shell.ts';

/** Adds `millrace trigger`. */
export function addTriggerCommands(program: Command, shell: Shell): void {
  const trigger = program.command('trigger').description('List triggers without an active account, and take them over');
  for (const add of [listOwnerlessTriggers, takeOverTriggers]) add(trigger, shell);
}
