import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { followCrawl } from './crawl-status.ts';
import { findCrawlerId, readCrawler } from './find-crawler.ts';

/** `millrace crawler run`: starts a run and, when asked, waits for its end. */
export function runCrawler(parent: Command, shell: Shell): void {
  parent
    .command('run')
    .description('Run a crawler. While a run is under way no second one starts')
    .argument('<name or id>', 'the crawler')
    .option('-f, --follow', 'print the progress, then the result; the exit code of a failure is 10')
    .addHelpText('after', examples('millrace crawler run warehouse --follow'))
    .action(async (idOrName: string, { follow }: { follow?: true }, command: Command) => {
      const context = await openContext(command, shell);
      const { client, output } = context;
      const crawlerId = await findCrawlerId(client, idOrName);
      await client.call('POST /connections/crawlers/{crawlerId}/run', { path: { crawlerId } });
      if (follow) return followCrawl(context, crawlerId);
      const crawler = await readCrawler(client, crawlerId);
      return output.printResult(
        crawler,
        `A crawl is under way: execution ${crawler.executionId}. Follow it: millrace crawler follow ${crawlerId}`,
      );
    });
}
