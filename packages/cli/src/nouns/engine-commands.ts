import type { Command } from 'commander';

import { createRemoteEngine } from '../commands/engines/create-remote-engine.ts';
import { deleteRemoteEngine } from '../commands/engines/delete-remote-engine.ts';
import { getRemoteEngine } from '../commands/engines/get-remote-engine.ts';
import { listRemoteEngines } from '../commands/engines/list-remote-engines.ts';
import { unpairRemoteEngine } from '../commands/engines/unpair-remote-engine.ts';
import type { Shell } from '../shell.ts';

/** Adds `millrace engine`. */
export function addEngineCommands(program: Command, shell: Shell): void {
  const engine = program.command('engine').description('Pair engines, list, unpair and delete them');
  for (const add of [createRemoteEngine, listRemoteEngines, getRemoteEngine, unpairRemoteEngine, deleteRemoteEngine]) add(engine, shell);
}
