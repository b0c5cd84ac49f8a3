import { text } from 'node:stream/consumers';
import type { Schema } from '@millrace/contract';
import type { Client } from '@millrace/contract/client';
import { given } from '../../given.ts';
import type { Context } from '../../context.ts';
import { EXIT, isInterruption } from '../../failure.ts';
import { byName, deleteCommand, group, listCommand, type Noun, serverCommand, thingCommand } from '../../command-builders.ts';
import { isId, pickOne } from '../../names.ts';
import { sleep } from '../../shell.ts';
import type { Tone } from '../../table.ts';
import { oneLine } from '../../text.ts';
import { connectionNoun } from '../connection/lookup.ts';

/** How a command names a crawler: by its id or name, or by the id of its connection. */
const crawlerNoun: Noun = {
  what: 'crawler',
  argument: '<name or id>',
  async find(client, idOrName) {
    const { body } = await client.call('GET /connections/crawlers');
    if (isId(idOrName)) return body.data.find(({ connectionId }) => connectionId === idOrName)?.id ?? idOrName;
    return pickOne('crawler', idOrName, body.data, byName).id;
  },
};

/** Reads a crawler. */
const readCrawler = async (client: Client, crawlerId: string): Promise<Schema<'Crawler'>> =>
  (await client.call('GET /connections/crawlers/{crawlerId}', { path: { crawlerId } })).body;

const PAUSE_MS = 500;

const STATE_TEXTS: Readonly<Record<Schema<'CrawlerStatus'>['runStatus'], string>> = {
  NotStarted: 'has not run',
  RetrievingProperties: 'lists the tables',
  CreatingDatasets: 'writes the datasets',
  Finished: 'finished',
  PropertiesRetrievalFailed: 'failed',
};

/** The state of the last run of a crawler, in a few words. */
const crawlStateOf = ({ runStatus, failure }: Schema<'CrawlerStatus'>): string =>
  failure === undefined ? STATE_TEXTS[runStatus] : `${STATE_TEXTS[runStatus]}: ${failure}`;

/** The tone of a state. */
const crawlToneOf = ({ runStatus, failure, nbDatasetsFailed, nbSamplesFailed }: Schema<'CrawlerStatus'>): Tone =>
  failure !== undefined ? 'red' : nbDatasetsFailed + nbSamplesFailed > 0 ? 'yellow' : runStatus === 'Finished' ? 'green' : 'cyan';

/** Counts the tables of a run. */
const crawlCountsOf = (status: Schema<'CrawlerStatus'>): string => {
  const failed = [
    status.nbDatasetsFailed > 0 ? `, ${status.nbDatasetsFailed} failed` : '',
    status.nbSamplesFailed > 0 ? `, ${status.nbSamplesFailed} without rows` : '',
  ];
  return `${status.nbDatasetsFinished} of ${status.nbDatasetsToCrawl} tables, ${status.nbDatasetsCreated} new${failed.join('')}`;
};

const isUnderWay = ({ runStatus }: Schema<'CrawlerStatus'>): boolean =>
  runStatus === 'RetrievingProperties' || runStatus === 'CreatingDatasets';

/** Waits until the run of a crawler has ended, and prints its progress. The command fails if the run has a failure. */
async function followCrawl({ client, output, shell }: Context, crawlerId: string): Promise<void> {
  let lastLine = '';
  try {
    for (;;) {
      const crawler = await readCrawler(client, crawlerId);
      const { status } = crawler;
      const line = `${crawlStateOf(status)} (${crawlCountsOf(status)})`;
      const isOver = !isUnderWay(status);
      if (output.wantsData && isOver) output.printData(crawler);
      else if (!output.wantsData && (line !== lastLine || isOver)) {
        if (isOver) output.print(output.paint(oneLine(`The crawl ${line}`), crawlToneOf(status)));
        else output.note(oneLine(`The crawl ${line}`));
      }
      lastLine = line;
      if (isOver) {
        if (status.failure !== undefined) shell.exitCode = EXIT.executionFailed;
        if (!output.wantsData && crawlToneOf(status) !== 'green') output.note(`Its errors: millrace crawler errors ${crawlerId}`);
        return;
      }
      await sleep(PAUSE_MS, shell.signal);
    }
  } catch (error) {
    if (!isInterruption(error)) throw error;
    output.note(`Stopped waiting. The crawl goes on: millrace crawler follow ${crawlerId}`);
    shell.exitCode = EXIT.interrupted;
  }
}

const listCrawlers = listCommand({
  description: 'List crawlers with their last runs',
  options: { '--deleted': 'also deleted ones' },
  examples: ['millrace crawler list'],
  read: async ({ client }, { deleted }) =>
    (await client.call('GET /connections/crawlers', { query: { includeDeleted: deleted ?? false } })).body.data,
  async columns({ client }) {
    const { body: connections } = await client.call('GET /connections');
    const labels = new Map(connections.map(({ id, label }) => [id, label]));
    return {
      ID: ({ id }) => id,
      NAME: ({ name }) => name,
      CONNECTION: ({ connectionId }) => labels.get(connectionId) ?? '',
      'LAST RUN': ({ status, deletedAt }) =>
        deletedAt === undefined ? { text: crawlStateOf(status), tone: crawlToneOf(status) } : 'deleted',
      TABLES: ({ status }) => crawlCountsOf(status),
    };
  },
  none: 'There are no such crawlers.',
});

const createCrawler = serverCommand('create', {
  description: 'Create the crawler of a connection: its tables and views become datasets',
  arguments: { '<connection>': 'name or id of a connection of the catalogue with a JDBC URL' },
  options: {
    '--name <name>': 'name of the crawler (default: that of the connection)',
    '--table <names...>': 'technical names of the tables, as `millrace connection scan` shows them (default: all)',
    '--description <text>': 'its purpose',
  },
  examples: ['millrace crawler create warehouse', 'millrace crawler create warehouse --table public.orders public.customers'],
  async run({ client, output, options: { name, table, description } }, connection: string) {
    const connectionId = await connectionNoun.find(client, connection);
    const { body: found } = await client.call('GET /connections/{connectionId}', { path: { connectionId } });
    const { body } = await client.call('POST /connections/crawlers', {
      body: { connectionId, name: name ?? found.label, ...given({ selectedDatasets: table, description }) },
    });
    if (output.wantsData) return output.printData(body);
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
  options: { '-f, --follow': 'print the progress, then the result; the exit code of a failure is 10' },
  examples: ['millrace crawler run warehouse --follow'],
  async run(context, crawlerId) {
    const { client, output } = context;
    const { follow } = context.options;
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
    if (output.wantsData) return output.printData(lines);
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
