import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { localTime } from '../../text.ts';
import { findUserId } from '../users/find-user.ts';
import { readOauthTokens } from './find-oauth-token.ts';

/** `millrace oauth tokens`. */
export function listOauthTokens(parent: Command, shell: Shell): void {
  parent
    .command('tokens')
    .description('List the programs that act for you by OAuth 2.0; a manager of users sees those of all people')
    .option('--user <login or id>', 'only those of a user')
    .addHelpText('after', examples('millrace oauth tokens', 'millrace oauth tokens --user ada'))
    .action(async ({ user }: { user?: string }, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const tokens = await readOauthTokens(client, user === undefined ? undefined : await findUserId(client, user));
      if (output.json) return output.printJson(tokens);
      return output.printTable(
        ['ID', 'CLIENT', 'USER', 'DEVICE', 'DESCRIPTION', 'LAST USED'],
        tokens.map((token) => [token.id, token.clientId, token.userId, token.deviceType, token.description, localTime(token.lastUsed)]),
        'No program acts by OAuth.',
      );
    });
}
