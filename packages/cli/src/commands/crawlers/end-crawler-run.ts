import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { findCrawlerId } from './find-crawler.ts';

/** `millrace crawler end`. */
export function endCrawlerRun(parent: Command, shell: Shell): void {
  parent
    .command('end')
    .description('End a crawl; the datasets that it has written stay')
    .argument('<name or id>', 'the crawler')
    .addHelpText('after', examples('millrace crawler end warehouse'))
    .action(async (idOrName: string, _options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const crawlerId = await findCrawlerId(client, idOrName);
      await client.call('POST /connections/crawlers/{crawlerId}/end', { path: { crawlerId } });
      return output.printResult({ id: crawlerId }, 'The crawl ends.');
    });
}
