import type { Command } from 'commander';

import { applyEstate } from '../commands/estate/apply-estate.ts';
import { diffEstate } from '../commands/estate/diff-estate.ts';
import { exportEstate } from '../commands/estate/export-estate.ts';
import { importAccount } from '../commands/estate/import-account.ts';
import type { Shell } from '../shell.ts';

/** Adds `millrace export`, `diff`, `apply` and `import`. */
export function addEstateCommands(program: Command, shell: Shell): void {
  for (const add of [exportEstate, diffEstate, applyEstate, importAccount]) add(program, shell);
}
