import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { findOauthTokenId } from './find-oauth-token.ts';

/** `millrace oauth revoke`. */
export function deleteOauthToken(parent: Command, shell: Shell): void {
  parent
    .command('revoke')
    .description('Revoke an entry of the list of tokens: its access and refresh tokens become invalid at once')
    .argument('<id>', 'the entry; the beginning of the id is enough')
    .addHelpText('after', examples('millrace oauth revoke 0190a1b2-0000-7000-8000-000000000001'))
    .action(async (idOrPrefix: string, _options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const id = await findOauthTokenId(client, idOrPrefix);
      await client.call('DELETE /api/v1/oauth-tokens/{id}', { path: { id } });
      return output.printResult({ id }, `Revoked ${id} with all its tokens.`);
    });
}
