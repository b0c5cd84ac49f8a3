import type { Command } from 'commander';

import { packBundle } from '../commands/bundles/pack-bundle.ts';
import { runBundle } from '../commands/bundles/run-bundle.ts';
import type { Shell } from '../shell.ts';

/** Adds `millrace bundle`. */
export function addBundleCommands(program: Command, shell: Shell): void {
  const bundle = program.command('bundle').description('Try bundles out on this machine, and pack them');
  runBundle(bundle, shell);
  packBundle(bundle, shell);
}
