import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { oneLine } from '../../text.ts';
import { findConnectionId } from '../catalog-connections/find-connection.ts';

type CreateOptions = { name?: string; table?: string[]; description?: string };

/** `millrace crawler create`. */
export function createCrawler(parent: Command, shell: Shell): void {
  parent
    .command('create')
    .description('Create the crawler of a connection: its tables and views become datasets')
    .argument('<connection>', 'name or id of a connection of the catalogue with a JDBC URL')
    .option('--name <name>', 'name of the crawler (default: that of the connection)')
    .option('--table <names...>', 'technical names of the tables, as `millrace connection scan` shows them (default: all)')
    .option('--description <text>', 'its purpose')
    .addHelpText(
      'after',
      examples('millrace crawler create warehouse', 'millrace crawler create warehouse --table public.orders public.customers'),
    )
    .action(async (connection: string, { name, table, description }: CreateOptions, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const connectionId = await findConnectionId(client, connection);
      const { body: found } = await client.call('GET /connections/{connectionId}', { path: { connectionId } });
      const { body } = await client.call('POST /connections/crawlers', {
        body: {
          connectionId,
          name: name ?? found.label,
          ...(table !== undefined && { selectedDatasets: table }),
          ...(description !== undefined && { description }),
        },
      });
      if (output.json) return output.printJson(body);
      output.print(oneLine(`Created crawler ${name ?? found.label}. Its id is ${body.id}.`));
      return output.print(`Run it: millrace crawler run ${body.id} --follow`);
    });
}
