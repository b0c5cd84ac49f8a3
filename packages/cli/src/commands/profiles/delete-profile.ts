import type { Command } from 'commander';

import { openOutput } from '../../context.ts';
import { examples } from '../../examples.ts';
import { checkProfile, requireProfile } from '../../profiles.ts';
import type { Shell } from '../../shell.ts';
import { endProfile } from '../sessions/end-session.ts';

/** `millrace profile delete`. */
export function deleteProfile(parent: Command, shell: Shell): void {
  parent
    .command('delete')
    .description('Delete a profile, and revoke the tokens of its sign-in in the browser or by a code')
    .argument('<name>', 'the profile')
    .addHelpText('after', examples('millrace profile delete prod'))
    .action(async (name: string, _options: unknown, command: Command) => {
      await requireProfile(checkProfile(name), shell.env);
      await endProfile(name, openOutput(command, shell), shell);
    });
}
