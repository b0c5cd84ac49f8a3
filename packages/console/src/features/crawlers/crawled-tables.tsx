/** The tables that a crawler has listed. */
import type { ReactNode } from 'react';
import type { Schema } from '@millrace/contract';
import { useOffsetList } from '../../app/lists.ts';
import { useText } from '../../text/language.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { NameLink } from '../../ui/links.tsx';
import { EmptyState } from '../../ui/page-parts.tsx';
import { StatusMark, type StatusTone } from '../../ui/status-mark.tsx';
import { CRAWL_REFRESH_INTERVAL } from './crawl-state.tsx';
import { crawlerMessages } from './messages.ts';
import styles from './crawler.module.css';

const TONES: Readonly<Record<Schema<'CrawledDataset'>['exportStatus'], StatusTone>> = {
  NotStarted: 'waits',
  Creating: 'runs',
  CreationFailed: 'bad',
  Sampling: 'runs',
  SamplingFailed: 'partly',
  Finished: 'good',
};

/** The list, with links to the datasets; read again while the crawler runs. */
export function CrawledTables({ crawlerId, isLive }: { crawlerId: string; isLive: boolean }): ReactNode {
  const text = useText(crawlerMessages);
  const list = useOffsetList(
    'GET /connections/crawlers/{crawlerId}/datasets',
    { path: { crawlerId } },
    { every: isLive && CRAWL_REFRESH_INTERVAL },
  );
  return (
    <section className={`card ${styles['tables']}`}>
      <h2>{text('crawledTables')}</h2>
      <DataTable
        text={text}
        label={text('crawledTables')}
        list={list}
        keyOf={({ id }) => id}
        columns={[
          {
            id: 'table',
            render: ({ technicalName, datasetId }, focus) =>
              datasetId === undefined ? (
                <bdi {...focus} title={technicalName}>
                  {technicalName}
                </bdi>
              ) : (
                <NameLink {...focus} to="/catalogue/datasets/$datasetId" params={{ datasetId }} name={technicalName} />
              ),
          },
          { id: 'kind', width: '6rem', isWide: true, render: ({ metadata }) => text(metadata.type) },
          {
            id: 'lastRun',
            width: '12rem',
            render: ({ exportStatus }) => <StatusMark tone={TONES[exportStatus]}>{text(`export${exportStatus}`)}</StatusMark>,
          },
          {
            id: 'errors',
            isWide: true,
            render: ({ failure }) => (
              <span className="hint" dir="auto" title={failure}>
                {failure}
              </span>
            ),
          },
        ]}
        empty={<EmptyState title={text('noTables')} hint={text('noTablesHint')} />}
      />
    </section>
  );
}
