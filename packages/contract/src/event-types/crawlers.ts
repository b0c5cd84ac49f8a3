/** The event types of runs of crawlers. */
import { count, moment, optional, recordId, text } from '../event-fields.ts';
import { BOTH_LEVELS, eventTypesOf } from './event-type.ts';

const CRAWL = {
  crawlerId: recordId('Id of the crawler.'),
  crawlerName: text('Name of the crawler.'),
  connectionId: recordId('Id of the connection.'),
  connectionName: text('Name of the connection.'),
  executionId: recordId('Id of the execution that does the work.'),
  environmentId: recordId('Id of the environment.'),
  workspaceId: recordId('Id of the workspace.'),
  startedAt: moment('Start of the run.'),
};
const CRAWL_END = {
  ...CRAWL,
  runStatus: text('State of the run, as in the API.'),
  finishedAt: moment('End of the run.'),
  tables: count('Tables and views that the run has listed.'),
  datasets: count('Datasets that it has created or refreshed.'),
  newDatasets: count('Datasets that it has created.'),
  failedDatasets: count('Tables whose dataset could not be created or refreshed.'),
  failedSamples: count('Tables whose rows could not be read.'),
};
const CRAWL_EXAMPLE = {
  crawlerId: '019ab0b6-5ae2-7f60-8ec2-1a4b9c3f0b11',
  crawlerName: 'finance tables',
  connectionId: '019ab0b6-5ae2-7f60-8ec2-1a4b9c3f0b12',
  connectionName: 'finance warehouse',
  executionId: '019ab0b6-5ae2-7f60-8ec2-1a4b9c3f0b13',
  environmentId: '019ab0b6-5ae2-7f60-8ec2-1a4b9c3f0a13',
  workspaceId: '019ab0b6-5ae2-7f60-8ec2-1a4b9c3f0a14',
  startedAt: '2026-11-23T02:00:00.020Z',
};
const COUNTS_EXAMPLE = { tables: 120, datasets: 118, newDatasets: 3, failedDatasets: 1, failedSamples: 2 };

const crawlerEvent = eventTypesOf('crawlers', BOTH_LEVELS);

/** The event types by name. */
export const CRAWLER_TYPES = {
  'com.service.v1.crawler.run.started': crawlerEvent({
    title: 'Crawler run started',
    description: 'A run of a crawler was started.',
    fields: CRAWL,
    example: CRAWL_EXAMPLE,
  }),
  'com.service.v1.crawler.run.finished': crawlerEvent({
    title: 'Crawler run finished',
    description: 'A run of a crawler has come to its end, or was ended on request. Single tables may have failed.',
    fields: CRAWL_END,
    example: { ...CRAWL_EXAMPLE, runStatus: 'Finished', finishedAt: '2026-11-23T02:01:12.310Z', ...COUNTS_EXAMPLE },
  }),
  'com.service.v1.crawler.run.failed': crawlerEvent({
    title: 'Crawler run failed',
    description: 'A run of a crawler has failed before its end. The datasets that it had written stay.',
    fields: { ...CRAWL_END, failure: optional(text('Reason of the failure.')) },
    example: {
      ...CRAWL_EXAMPLE,
      runStatus: 'PropertiesRetrievalFailed',
      finishedAt: '2026-11-23T02:00:04.512Z',
      ...COUNTS_EXAMPLE,
      datasets: 0,
      newDatasets: 0,
      failure: 'The database does not answer.',
    },
  }),
} as const;
