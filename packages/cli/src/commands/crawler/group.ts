import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import { deleteCommand, group, type Noun } from '../../group.ts';
import type { Shell } from '../../shell.ts';
import { oneLine } from '../../text.ts';
import { findConnectionId } from '../connection/lookup.ts';
import { crawlCountsOf, crawlStateOf, crawlToneOf, followCrawl } from './crawl-status.ts';
import { findCrawlerId, readCrawler } from './lookup.ts';

/** `millrace crawler list`. */
function listCrawlers(parent: Command, shell: Shell): void {
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

type CreateOptions = { name?: string; table?: string[]; description?: string };

/** `millrace crawler create`. */
function createCrawler(parent: Command, shell: Shell): void {
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

const crawlerNoun: Noun = { what: 'crawler', argument: '<name or id>', find: findCrawlerId };

const deleteCrawler = deleteCommand(crawlerNoun, {
  description: 'Delete a crawler; its datasets stay',
  examples: ['millrace crawler delete warehouse'],
  send: (client, crawlerId) => client.call('DELETE /connections/crawlers/{crawlerId}', { path: { crawlerId } }),
});

/** `millrace crawler run`: starts a run and, when asked, waits for its end. */
function runCrawler(parent: Command, shell: Shell): void {
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

/** `millrace crawler follow`. */
function followCrawler(parent: Command, shell: Shell): void {
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

/** `millrace crawler end`. */
function endCrawlerRun(parent: Command, shell: Shell): void {
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

/** `millrace crawler errors`. */
function getCrawlerErrors(parent: Command, shell: Shell): void {
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

/** `millrace crawler`. */
export const crawlerGroup = group('crawler', 'Turn the tables of connections into datasets, and refresh these', [
  createCrawler,
  listCrawlers,
  runCrawler,
  followCrawler,
  endCrawlerRun,
  getCrawlerErrors,
  deleteCrawler,
]);
