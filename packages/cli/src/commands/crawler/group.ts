import { text } from 'node:stream/consumers';
import { deleteCommand, group, serverCommand, thingCommand } from '../../group.ts';
import { oneLine } from '../../text.ts';
import { findConnectionId } from '../connection/lookup.ts';
import { crawlCountsOf, crawlStateOf, crawlToneOf, followCrawl } from './crawl-status.ts';
import { readCrawler, crawlerNoun } from './lookup.ts';

const listCrawlers = serverCommand('list', {
  description: 'List crawlers with their last runs',
  options: (command) => command.option('--deleted', 'also deleted ones'),
  examples: ['millrace crawler list'],
  async run({ client, output }, { deleted }: { deleted?: true }) {
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
  },
});

type CreateOptions = { name?: string; table?: string[]; description?: string };

const createCrawler = serverCommand('create', {
  description: 'Create the crawler of a connection: its tables and views become datasets',
  arguments: { '<connection>': 'name or id of a connection of the catalogue with a JDBC URL' },
  options: (command) =>
    command
      .option('--name <name>', 'name of the crawler (default: that of the connection)')
      .option('--table <names...>', 'technical names of the tables, as `millrace connection scan` shows them (default: all)')
      .option('--description <text>', 'its purpose'),
  examples: ['millrace crawler create warehouse', 'millrace crawler create warehouse --table public.orders public.customers'],
  async run({ client, output }, connection: string, { name, table, description }: CreateOptions) {
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
  },
});

const deleteCrawler = deleteCommand(crawlerNoun, {
  description: 'Delete a crawler; its datasets stay',
  examples: ['millrace crawler delete warehouse'],
  send: (client, crawlerId) => client.call('DELETE /connections/crawlers/{crawlerId}', { path: { crawlerId } }),
});

/** `millrace crawler run`: starts a run and, when asked, waits for its end. */
const runCrawler = thingCommand(crawlerNoun, 'run', {
  description: 'Run a crawler. While a run is under way no second one starts',
  options: (command) => command.option('-f, --follow', 'print the progress, then the result; the exit code of a failure is 10'),
  examples: ['millrace crawler run warehouse --follow'],
  async run(context, crawlerId, { follow }: { follow?: true }) {
    const { client, output } = context;
    await client.call('POST /connections/crawlers/{crawlerId}/run', { path: { crawlerId } });
    if (follow) return followCrawl(context, crawlerId);
    const crawler = await readCrawler(client, crawlerId);
    return output.printResult(
      crawler,
      `A crawl is under way: execution ${crawler.executionId}. Follow it: millrace crawler follow ${crawlerId}`,
    );
  },
});

const followCrawler = thingCommand(crawlerNoun, 'follow', {
  description: 'Print the progress of the last crawl until it ends, and its result',
  examples: ['millrace crawler follow warehouse'],
  async run(context, id) {
    return followCrawl(context, id);
  },
});

const endCrawlerRun = thingCommand(crawlerNoun, 'end', {
  description: 'End a crawl; the datasets that it has written stay',
  examples: ['millrace crawler end warehouse'],
  async run({ client, output }, crawlerId) {
    await client.call('POST /connections/crawlers/{crawlerId}/end', { path: { crawlerId } });
    return output.printResult({ id: crawlerId }, 'The crawl ends.');
  },
});

const getCrawlerErrors = thingCommand(crawlerNoun, 'errors', {
  description: 'Print the errors of the last crawl: why it failed, and tables that could not be read',
  examples: ['millrace crawler errors warehouse'],
  async run({ client, output }, crawlerId) {
    const log = await text(await client.download('GET /connections/crawlers/{crawlerId}/errors.log', { path: { crawlerId } }));
    const lines = log.split('\n').filter(Boolean);
    if (output.json) return output.printJson(lines);
    if (lines.length === 0) return output.note('The last crawl had no errors.');
    for (const line of lines) output.print(oneLine(line));
  },
});

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
