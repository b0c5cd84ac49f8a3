import type { Client } from '@millrace/contract/client';
import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import { ifFound } from '../../if-found.ts';
import type { Shell } from '../../shell.ts';

/** Reads the IP allowlist of the tenant; undefined if there is none. */
const readAllowlist = async (client: Client) => (await ifFound(client.call('GET /security/ip-allowlist')))?.body;

/** `millrace allowlist show`. */
export function showAllowlist(parent: Command, shell: Shell): void {
  parent
    .command('show')
    .description('Show whether the IP allowlist is enabled, and its entries')
    .addHelpText('after', examples('millrace allowlist show'))
    .action(async (_options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const allowlist = await readAllowlist(client);
      if (output.json) return output.printJson(allowlist ?? null);
      if (allowlist === undefined) return output.print('There is no IP allowlist: calls from all addresses are allowed.');
      output.print(
        allowlist.enabled ? 'Enabled: calls from other addresses are refused.' : 'Disabled: calls from all addresses are allowed.',
      );
      const rows = (allowlist.ips ?? []).map(({ id, ip, description }) => [id, ip, description]);
      return output.printTable(['ID', 'ADDRESS', 'DESCRIPTION'], rows, 'It has no entries.');
    });
}
