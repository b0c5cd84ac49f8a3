import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';

/** `millrace allowlist enable` and `millrace allowlist disable`. */
export function enableAllowlist(parent: Command, shell: Shell): void {
  const change = (name: string, enabled: boolean, description: string): Command =>
    parent
      .command(name)
      .description(description)
      .addHelpText('after', examples(`millrace allowlist ${name}`))
      .action(async (_options: unknown, command: Command) => {
        const { client, output } = await openContext(command, shell);
        await client.call('PATCH /security/ip-allowlist', { body: { enabled } });
        return output.printResult({ enabled }, `The IP allowlist is ${enabled ? 'enabled' : 'disabled'}.`);
      });
  change('enable', true, 'Refuse calls from addresses outside the IP allowlist, at once');
  change('disable', false, 'Allow calls from all addresses, and keep the entries of the IP allowlist');
}
