import type { Command } from 'commander';

import { changeRunProfile } from '../commands/run-profiles/change-run-profile.ts';
import { createRunProfile } from '../commands/run-profiles/create-run-profile.ts';
import { deleteRunProfile } from '../commands/run-profiles/delete-run-profile.ts';
import { getRunProfile } from '../commands/run-profiles/get-run-profile.ts';
import { searchRunProfiles } from '../commands/run-profiles/search-run-profiles.ts';
import type { Shell } from '../shell.ts';

/** Adds `millrace run-profile`. */
export function addRunProfileCommands(program: Command, shell: Shell): void {
  const runProfile = program
    .command('run-profile')
    .description('Create run profiles, named JVM arguments for tasks, list, change and delete them');
  for (const add of [createRunProfile, searchRunProfiles, getRunProfile, changeRunProfile, deleteRunProfile]) add(runProfile, shell);
}
