import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { crawlCountsOf, crawlStateOf, crawlToneOf } from './crawl-status.ts';

/** `millrace crawler list`. */
export function listCrawlers(parent: Command, shell: Shell): void {
  parent
    .command('list')
    .description('List crawlers with their last runs')
    .option('--deleted', 'also deleted ones')
    .addHelpText('after', examples('millrace crawler list'))
    .action(async ({ deleted }: { deleted?: true }, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const { body } = await client.call('GET /connections/crawlers', { query: { includeDeleted: deleted ?? false } });
      if (output.json) return output.printJson(body.data);
      const { body: connections } = await client.call('GET /connections');
      const labels = new Map(connections.map(({ id, label }) => [id, label]));
      return output.printTable(
        ['ID', 'NAME', 'CONNECTION', 'LAST RUN', 'TABLES'],
        body.data.map(({ id, name, connectionId, status, deletedAt }) => [
          id,
          name,
          labels.get(connectionId) ?? '',
          deletedAt === undefined ? { text: crawlStateOf(status), tone: crawlToneOf(status) } : 'deleted',
          crawlCountsOf(status),
        ]),
        'There are no such crawlers.',
      );
    });
}
