import type { Command } from 'commander';
import { type GlobalOptions, openContext, openOutput } from '../../context.ts';
import { examples } from '../../examples.ts';
import { endStoredSession } from '../../oauth-session.ts';
import type { Output } from '../../output.ts';
import { profileOf } from '../../profiles.ts';
import { storedSessionPath } from '../../session-files.ts';
import type { Shell } from '../../shell.ts';
import { startSession } from './login.ts';

/** `millrace logout`: removes the stored server and token of a profile, and revokes the tokens of a sign-in in the browser. */
function endSession(parent: Command, shell: Shell): void {
  parent
    .command('logout')
    .summary('Remove what login stored, and end the sign-in')
    .description(
      'Remove the server and tokens that login stored\n\nThe tokens of a sign-in in the browser or by a code are revoked. A personal access token stays valid.',
    )
    .addHelpText('after', examples('millrace logout', 'millrace logout --profile prod'))
    .action(async (_options: unknown, command: Command) => {
      const profile = await profileOf(command.optsWithGlobals<GlobalOptions>(), shell.env);
      await endProfile(profile, openOutput(command, shell), shell);
    });
}

/** Ends the sign-in of a profile, and says what was removed. */
export async function endProfile(profile: string, output: Output, shell: Shell): Promise<void> {
  const path = storedSessionPath(shell.env, profile);
  const removed = await endStoredSession(profile, shell);
  if (removed === undefined) output.note('There is no stored session to remove.');
  else if (removed !== 'damaged' && removed.refresh) output.note(`Signed out of ${removed.url}, and removed ${path}.`);
  else output.note(`Removed ${path}. The token stays valid until it is revoked.`);
}

/** `millrace whoami`: shows the signed-in account and the server. */
function getMe(parent: Command, shell: Shell): void {
  parent
    .command('whoami')
    .description('Show the signed-in account, the server and the permissions')
    .addHelpText('after', examples('millrace whoami', 'millrace whoami --json'))
    .action(async (_options: unknown, command: Command) => {
      const { client, url, output } = await openContext(command, shell);
      const { body: me } = await client.call('GET /account/me');
      if (output.json) return output.printJson(me);
      return output.printProperties([
        ['Login', me.login],
        ['Name', me.name],
        ['Kind', me.type === 'SERVICE_ACCOUNT' ? 'service account' : 'user'],
        ['Server', url],
        ['Roles', me.roles?.map((role) => role.name).join(', ')],
        ['Permissions', me.permissions.join(', ')],
      ]);
    });
}

/** Adds `millrace login`, `logout` and `whoami`. */
export function addSessionCommands(program: Command, shell: Shell): void {
  for (const add of [startSession, endSession, getMe]) add(program, shell);
}
