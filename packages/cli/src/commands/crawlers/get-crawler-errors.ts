import { text } from 'node:stream/consumers';
import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { oneLine } from '../../text.ts';
import { findCrawlerId } from './find-crawler.ts';

/** `millrace crawler errors`. */
export function getCrawlerErrors(parent: Command, shell: Shell): void {
  parent
    .command('errors')
    .description('Print the errors of the last crawl: why it failed, and tables that could not be read')
    .argument('<name or id>', 'the crawler')
    .addHelpText('after', examples('millrace crawler errors warehouse'))
    .action(async (idOrName: string, _options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const crawlerId = await findCrawlerId(client, idOrName);
      const log = await text(await client.download('GET /connections/crawlers/{crawlerId}/errors.log', { path: { crawlerId } }));
      const lines = log.split('\n').filter(Boolean);
      if (output.json) return output.printJson(lines);
      if (lines.length === 0) return output.note('The last crawl had no errors.');
      for (const line of lines) output.print(oneLine(line));
    });
}
