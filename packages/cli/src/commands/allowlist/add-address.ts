import { ApiError } from '@millrace/contract/client';
import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';

/** `millrace allowlist add`: adds an address to the IP allowlist, and creates the allowlist as disabled if there is none. */
export function addAddress(parent: Command, shell: Shell): void {
  parent
    .command('add')
    .description('Add an address or a range to the IP allowlist; the first one creates the allowlist, disabled')
    .argument('<address>', 'address or range of IPv4 or IPv6, for example 203.0.113.0/24')
    .argument('<description>', 'purpose of the entry, for example the place')
    .addHelpText('after', examples('millrace allowlist add 203.0.113.0/24 "Berlin office"'))
    .action(async (ip: string, description: string, _options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const body = [{ ip, description }];
      const added = await client
        .call('POST /security/ip-allowlist/ips', { body })
        .then((answer) => answer.body)
        .catch(async (error: unknown) => {
          if (!(error instanceof ApiError) || error.detail !== 'allowlist_missing') throw error;
          return (await client.call('POST /security/ip-allowlist', { body: { enabled: false, ips: body } })).body.ips ?? [];
        });
      return output.printResult(added, `Added ${ip}.`);
    });
}
