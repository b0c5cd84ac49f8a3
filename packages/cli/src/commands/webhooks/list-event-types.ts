import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';

/** `millrace webhook event-types`. */
export function listEventTypes(parent: Command, shell: Shell): void {
  parent
    .command('event-types')
    .description('List the event types that webhooks can receive')
    .addHelpText('after', examples('millrace webhook event-types'))
    .action(async (_options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const { body } = await client.call('GET /api/v1/webhooks/event-types');
      if (output.json) return output.printJson(body.data);
      return output.printTable(
        ['NAME', 'TITLE', 'LEVELS'],
        body.data.map(({ name, title, levels }) => [name, title, levels.join(' ')]),
        'There are no event types.',
      );
    });
}
