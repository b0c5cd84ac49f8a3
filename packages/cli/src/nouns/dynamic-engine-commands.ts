import type { Command } from 'commander';

import { assignDynamicEngine } from '../commands/dynamic-engines/assign-dynamic-engine.ts';
import { createDynamicEngine } from '../commands/dynamic-engines/create-dynamic-engine.ts';
import { deleteDynamicEngine } from '../commands/dynamic-engines/delete-dynamic-engine.ts';
import { getDynamicEngineStatus } from '../commands/dynamic-engines/get-dynamic-engine-status.ts';
import { listDynamicEngines } from '../commands/dynamic-engines/list-dynamic-engines.ts';
import { packageDynamicEngine } from '../commands/dynamic-engines/package-dynamic-engine.ts';
import type { Shell } from '../shell.ts';

/** Adds `millrace dynamic-engine`. */
export function addDynamicEngineCommands(program: Command, shell: Shell): void {
  const dynamicEngine = program
    .command('dynamic-engine')
    .description('Create engines for Kubernetes clusters, write their packages and show their status');
  for (const add of [
    createDynamicEngine,
    listDynamicEngines,
    packageDynamicEngine,
    getDynamicEngineStatus,
    assignDynamicEngine,
    deleteDynamicEngine,
  ])
    add(dynamicEngine, shell);
}
