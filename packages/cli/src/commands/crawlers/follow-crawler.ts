import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { followCrawl } from './crawl-status.ts';
import { findCrawlerId } from './find-crawler.ts';

/** `millrace crawler follow`. */
export function followCrawler(parent: Command, shell: Shell): void {
  parent
    .command('follow')
    .description('Print the progress of the last crawl until it ends, and its result')
    .argument('<name or id>', 'the crawler')
    .addHelpText('after', examples('millrace crawler follow warehouse'))
    .action(async (idOrName: string, _options: unknown, command: Command) => {
      const context = await openContext(command, shell);
      return followCrawl(context, await findCrawlerId(context.client, idOrName));
    });
}
