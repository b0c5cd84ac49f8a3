import type { Command } from 'commander';

import { endSession } from '../commands/sessions/end-session.ts';
import { startSession } from '../commands/sessions/start-session.ts';
import { getMe } from '../commands/users/get-me.ts';
import type { Shell } from '../shell.ts';

/** Adds `millrace login`, `logout` and `whoami`. */
export function addSessionCommands(program: Command, shell: Shell): void {
  for (const add of [startSession, endSession, getMe]) add(program, shell);
}
