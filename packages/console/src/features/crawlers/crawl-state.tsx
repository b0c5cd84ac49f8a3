/** The state of a crawl or a scan. */
import type { ReactNode } from 'react';
import type { Schema } from '@millrace/contract';
import { useText } from '../../text/language.tsx';
import { StatusMark, type StatusTone } from '../../ui/status-mark.tsx';
import { crawlerMessages } from './messages.ts';

/** Milliseconds after which a page reads a crawl again that is under way. */
export const CRAWL_FRESH = 1500;

const TONES: Readonly<Record<Schema<'CrawlerRunStatus'>, StatusTone>> = {
  NotStarted: 'off',
  RetrievingProperties: 'runs',
  CreatingDatasets: 'runs',
  Finished: 'good',
  PropertiesRetrievalFailed: 'bad',
};

/** Whether a crawl or scan in this state has not ended. */
export const isCrawling = (status: Schema<'CrawlerRunStatus'> | undefined): boolean =>
  status === 'RetrievingProperties' || status === 'CreatingDatasets';

/** The state with its mark. A crawl that has ended with a failure, or without some tables, does not look as one that went well. */
export function CrawlStateMark({ status }: { status: Schema<'CrawlerStatus'> }): ReactNode {
  const text = useText(crawlerMessages);
  const { runStatus, failure, nbDatasetsFailed, nbSamplesFailed } = status;
  const isPartly = runStatus === 'Finished' && (failure !== undefined || nbDatasetsFailed + nbSamplesFailed > 0);
  return <StatusMark tone={isPartly ? 'partly' : TONES[runStatus]}>{text(isPartly ? 'partly' : runStatus)}</StatusMark>;
}
