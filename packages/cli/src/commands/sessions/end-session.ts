import type { Command } from 'commander';

import { openOutput } from '../../context.ts';
import { examples } from '../../examples.ts';
import { endStoredSession } from '../../oauth-session.ts';
import { storedSessionPath } from '../../session-files.ts';
import type { Shell } from '../../shell.ts';

/** `millrace logout`: removes the stored server and token, and revokes the tokens of a sign-in in the browser. */
export function endSession(parent: Command, shell: Shell): void {
  parent
    .command('logout')
    .summary('Remove what login stored, and end the sign-in')
    .description(
      'Remove the server and tokens that login stored\n\nThe tokens of a sign-in in the browser or by a code are revoked. A personal access token stays valid.',
    )
    .addHelpText('after', examples('millrace logout'))
    .action(async (_options: unknown, command: Command) => {
      const output = openOutput(command, shell);
      const path = storedSessionPath(shell.env);
      const removed = await endStoredSession(shell);
      if (removed === undefined) output.note('There is no stored session to remove.');
      else if (removed !== 'damaged' && removed.refresh) output.note(`Signed out of ${removed.url}, and removed ${path}.`);
      else output.note(`Removed ${path}. The token stays valid until it is revoked.`);
    });
}
