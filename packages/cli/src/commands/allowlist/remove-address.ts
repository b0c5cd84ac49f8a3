import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import { pickOne } from '../../names.ts';
import type { Shell } from '../../shell.ts';

/** `millrace allowlist remove`. */
export function removeAddress(parent: Command, shell: Shell): void {
  parent
    .command('remove')
    .description('Remove an entry from the IP allowlist; while it is enabled, calls from there are refused at once')
    .argument('<address or id>', 'the entry')
    .addHelpText('after', examples('millrace allowlist remove 203.0.113.0/24'))
    .action(async (addressOrId: string, _options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const { body: entries } = await client.call('GET /security/ip-allowlist/ips');
      const entry = pickOne('entry', addressOrId, entries, ({ id, ip }) => ({ id, names: [ip] }));
      await client.call('DELETE /security/ip-allowlist/ips/{ipEntryId}', { path: { ipEntryId: entry.id } });
      return output.printResult(entry, `Removed ${entry.ip}.`);
    });
}
