import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import { readLinkedPages } from '../../pages.ts';
import type { Shell } from '../../shell.ts';
import { localTime } from '../../text.ts';
import { wholeNumber } from '../../whole-numbers.ts';
import { findOauthClientId } from './find-oauth-client.ts';

/** `millrace oauth doctor`. */
export function listOauthClientRefusals(parent: Command, shell: Shell): void {
  parent
    .command('doctor')
    .description('Show why requests of an OAuth client were refused in the last week, and what to change')
    .argument('<name or id>', 'the client')
    .option('--limit <n>', 'maximum number', wholeNumber, 20)
    .addHelpText('after', examples('millrace oauth doctor "Nightly report"'))
    .action(async (idOrName: string, options: { limit: number }, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const path = { id: await findOauthClientId(client, idOrName) };
      const refusals = await readLinkedPages(
        async (query) => (await client.call('GET /api/v1/oauth-clients/{id}/refusals', { path, query })).body,
        options.limit,
      );
      if (output.json) return output.printJson(refusals);
      if (refusals.length === 0) return output.print('No request of the client was refused in the last week.');
      for (const refusal of refusals) {
        const times = refusal.number > 1 ? `, ${refusal.number} times` : '';
        output.print(
          `${localTime(refusal.time)}  ${[refusal.endpoint, refusal.grantType, refusal.code].filter(Boolean).join('  ')}  from ${refusal.address}${times}`,
        );
        output.print(`  ${refusal.reason}`);
        output.print(`  ${refusal.advice}`);
      }
    });
}
