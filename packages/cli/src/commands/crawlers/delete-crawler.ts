import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { findCrawlerId } from './find-crawler.ts';

/** `millrace crawler delete`. */
export function deleteCrawler(parent: Command, shell: Shell): void {
  parent
    .command('delete')
    .description('Delete a crawler; its datasets stay')
    .argument('<name or id>', 'the crawler')
    .addHelpText('after', examples('millrace crawler delete warehouse'))
    .action(async (idOrName: string, _options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const crawlerId = await findCrawlerId(client, idOrName);
      await client.call('DELETE /connections/crawlers/{crawlerId}', { path: { crawlerId } });
      return output.printResult({ id: crawlerId }, `Deleted crawler ${crawlerId}.`);
    });
}
