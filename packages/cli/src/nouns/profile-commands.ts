import type { Command } from 'commander';

import { deleteProfile } from '../commands/profiles/delete-profile.ts';
import { listStoredProfiles } from '../commands/profiles/list-profiles.ts';
import { useProfile } from '../commands/profiles/use-profile.ts';
import type { Shell } from '../shell.ts';

/** Adds `millrace profile`. */
export function addProfileCommands(program: Command, shell: Shell): void {
  const profile = program.command('profile').description('List the servers that login stored, and choose the one that commands use');
  for (const add of [listStoredProfiles, useProfile, deleteProfile]) add(profile, shell);
}
