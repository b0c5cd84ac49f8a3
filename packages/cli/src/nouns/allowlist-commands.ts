import type { Command } from 'commander';

import { addAddress } from '../commands/allowlist/add-address.ts';
import { enableAllowlist } from '../commands/allowlist/enable-allowlist.ts';
import { listObservations } from '../commands/allowlist/list-observations.ts';
import { removeAddress } from '../commands/allowlist/remove-address.ts';
import { showAllowlist } from '../commands/allowlist/show-allowlist.ts';
import type { Shell } from '../shell.ts';

/** Adds `millrace allowlist`. */
export function addAllowlistCommands(program: Command, shell: Shell): void {
  const allowlist = program.command('allowlist').description('Show and change the addresses from which accounts may call');
  for (const add of [showAllowlist, addAddress, removeAddress, enableAllowlist, listObservations]) add(allowlist, shell);
}
