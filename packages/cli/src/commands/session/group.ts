import { localCommand, serverCommand } from '../../group.ts';
import { type GlobalOptions } from '../../context.ts';
import { endStoredSession } from '../../oauth-session.ts';
import type { Output } from '../../output.ts';
import { profileOf } from '../../profiles.ts';
import { storedSessionPath } from '../../session-files.ts';
import type { Shell } from '../../shell.ts';
import { startSession } from './login.ts';

/** `millrace logout`: removes the stored server and token of a profile, and revokes the tokens of a sign-in in the browser. */
const endSession = localCommand('logout', {
  summary: 'Remove what login stored, and end the sign-in',
  description:
    'Remove the server and tokens that login stored\n\nThe tokens of a sign-in in the browser or by a code are revoked. A personal access token stays valid.',
  examples: ['millrace logout', 'millrace logout --profile prod'],
  async run({ command, output, shell }) {
    const profile = await profileOf(command.optsWithGlobals<GlobalOptions>(), shell.env);
    await endProfile(profile, output, shell);
  },
});

/** Ends the sign-in of a profile, and says what was removed. */
export async function endProfile(profile: string, output: Output, shell: Shell): Promise<void> {
  const path = storedSessionPath(shell.env, profile);
  const removed = await endStoredSession(profile, shell);
  if (removed === undefined) output.note('There is no stored session to remove.');
  else if (removed !== 'damaged' && removed.refresh) output.note(`Signed out of ${removed.url}, and removed ${path}.`);
  else output.note(`Removed ${path}. The token stays valid until it is revoked.`);
}

/** `millrace whoami`: shows the signed-in account and the server. */
const getMe = serverCommand('whoami', {
  description: 'Show the signed-in account, the server and the permissions',
  examples: ['millrace whoami', 'millrace whoami --json'],
  async run({ client, output, url }) {
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
  },
});

/** `millrace login`, `logout` and `whoami`. */
export const sessionCommands = [startSession, endSession, getMe];
