import type { Schema } from '@millrace/contract';
import type { Context } from '../../context.ts';
import { EXIT } from '../../exit-codes.ts';
import { isInterruption } from '../../failure.ts';
import { sleep } from '../../shell.ts';
import type { Tone } from '../../table.ts';
import { oneLine } from '../../text.ts';
import { readCrawler } from './lookup.ts';

const PAUSE_MS = 500;

const STATE_TEXTS: Readonly<Record<Schema<'CrawlerStatus'>['runStatus'], string>> = {
  NotStarted: 'has not run',
  RetrievingProperties: 'lists the tables',
  CreatingDatasets: 'writes the datasets',
  Finished: 'finished',
  PropertiesRetrievalFailed: 'failed',
};

/** The state of the last run of a crawler, in a few words. */
export const crawlStateOf = ({ runStatus, failure }: Schema<'CrawlerStatus'>): string =>
  failure === undefined ? STATE_TEXTS[runStatus] : `${STATE_TEXTS[runStatus]}: ${failure}`;

/** The tone of a state. */
export const crawlToneOf = ({ runStatus, failure, nbDatasetsFailed, nbSamplesFailed }: Schema<'CrawlerStatus'>): Tone =>
  failure !== undefined ? 'red' : nbDatasetsFailed + nbSamplesFailed > 0 ? 'yellow' : runStatus === 'Finished' ? 'green' : 'cyan';

/** Counts the tables of a run. */
export const crawlCountsOf = (status: Schema<'CrawlerStatus'>): string => {
  const failed = [
    status.nbDatasetsFailed > 0 ? `, ${status.nbDatasetsFailed} failed` : '',
    status.nbSamplesFailed > 0 ? `, ${status.nbSamplesFailed} without rows` : '',
  ];
  return `${status.nbDatasetsFinished} of ${status.nbDatasetsToCrawl} tables, ${status.nbDatasetsCreated} new${failed.join('')}`;
};

const isUnderWay = ({ runStatus }: Schema<'CrawlerStatus'>): boolean =>
  runStatus === 'RetrievingProperties' || runStatus === 'CreatingDatasets';

/** Waits until the run of a crawler has ended, and prints its progress. The command fails if the run has a failure. */
export async function followCrawl({ client, output, shell }: Context, crawlerId: string): Promise<void> {
  let lastLine = '';
  try {
    for (;;) {
      const crawler = await readCrawler(client, crawlerId);
      const { status } = crawler;
      const line = `${crawlStateOf(status)} (${crawlCountsOf(status)})`;
      const isOver = !isUnderWay(status);
      if (output.json && isOver) output.printJson(crawler);
      else if (!output.json && (line !== lastLine || isOver)) {
        if (isOver) output.print(output.paint(oneLine(`The crawl ${line}`), crawlToneOf(status)));
        else output.note(oneLine(`The crawl ${line}`));
      }
      lastLine = line;
      if (isOver) {
        if (status.failure !== undefined) shell.exitCode = EXIT.executionFailed;
        if (!output.json && crawlToneOf(status) !== 'green') output.note(`Its errors: millrace crawler errors ${crawlerId}`);
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
