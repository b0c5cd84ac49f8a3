import type { Command } from 'commander';

import { openOutput } from '../../context.ts';
import { examples } from '../../examples.ts';
import { forgetSession, storedSessionPath } from '../../session-files.ts';
import type { Shell } from '../../shell.ts';

/** `millrace logout`: removes the stored server and token. */
export function endSession(parent: Command, shell: Shell): void {
  parent
    .command('logout')
    .description('Remove the server and token that login stored; the token itself stays valid')
    .addHelpText('after', examples('millrace logout'))
    .action(async (_options: unknown, command: Command) => {
      const output = openOutput(command, shell);
      const had = await forgetSession(shell.env);
      output.note(
        had
          ? `Removed ${storedSessionPath(shell.env)}. The token stays valid until it is revoked.`
          : 'There is no stored session to remove.',
      );
    });
}
