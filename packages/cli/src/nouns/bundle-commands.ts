import type { Command } from 'commander';

import { runBundle } from '../commands/bundles/run-bundle.ts';
import type { Shell } from '../shell.ts';

/** Adds `millrace bundle`. */
export function addBundleCommands(program: Command, shell: Shell): void {
  runBundle(program.command('bundle').description('Try bundles out on this machine'), shell);
}
