/** The state of a crawl or a scan. */
import type { ReactNode } from 'react';
import type { Schema } from '@millrace/contract';
import { useText } from '../../text/language.tsx';
import { StatusMark, type StatusTone } from '../../ui/status-mark.tsx';
import { crawlerMessages } from './messages.ts';

/** Milliseconds between the reads of a crawl that is running. */
export const CRAWL_REFRESH_INTERVAL = 1500;

const TONES: Readonly<Record<Schema<'CrawlerRunStatus'>, StatusTone>> = {
  NotStarted: 'off',
  RetrievingProperties: 'runs',
  CreatingDatasets: 'runs',
  Finished: 'good',
  PropertiesRetrievalFailed: 'bad',
};

/** Whether a crawl or scan is still running in this state. */
export const isCrawling = (status: Schema<'CrawlerRunStatus'> | undefined): boolean =>
  status === 'RetrievingProperties' || status === 'CreatingDatasets';

/** The state with its mark. A crawl that failed, or that could not read some tables, has another mark than a successful one. */
export function CrawlStateMark({ status }: { status: Schema<'CrawlerStatus'> }): ReactNode {
  const text = useText(crawlerMessages);
  const { runStatus, failure, nbDatasetsFailed, nbSamplesFailed } = status;
  const isPartly = runStatus === 'Finished' && (failure !== undefined || nbDatasetsFailed + nbSamplesFailed > 0);
  return <StatusMark tone={isPartly ? 'partly' : TONES[runStatus]}>{text(isPartly ? 'partly' : runStatus)}</StatusMark>;
}
