/** The tables that a crawler has listed. */
import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { api } from '../../app/api.ts';
import { useOffsetList } from '../../app/lists.ts';
import { useText, type TextOf } from '../../text/language.tsx';
import { DataTable, type TableColumn } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { StatusMark, type StatusTone } from '../../ui/status-mark.tsx';
import { CRAWL_REFRESH_INTERVAL } from './crawl-state.tsx';
import { crawlerMessages } from './messages.ts';
import './crawler.css';

const LIST = 'GET /connections/crawlers/{crawlerId}/datasets';

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
  const { rows, error, isPending, hasMore, onEnd } = useOffsetList<Schema<'CrawledDataset'>>(
    LIST,
    [crawlerId, isLive],
    async (query, signal) => {
      const { data, total } = (await api.call(LIST, { path: { crawlerId }, query, signal })).body;
      return { items: data, total };
    },
    { every: isLive && CRAWL_REFRESH_INTERVAL },
  );
  return (
    <section className="card crawl-tables">
      <h2>{text('crawledTables')}</h2>
      {error && <ErrorNote error={error} />}
      <DataTable
        label={text('crawledTables')}
        columns={columnsOf(text)}
        rows={rows}
        keyOf={({ id }) => id}
        isLoading={isPending && !error}
        hasMore={hasMore}
        onEnd={onEnd}
        empty={
          <EmptyState title={text('noTables')}>
            <p>{text('noTablesHint')}</p>
          </EmptyState>
        }
      />
    </section>
  );
}

const columnsOf = (text: TextOf<typeof crawlerMessages>): TableColumn<Schema<'CrawledDataset'>>[] => [
  {
    id: 'name',
    header: text('table'),
    cell: ({ technicalName, datasetId }, focus) =>
      datasetId === undefined ? (
        <bdi {...focus} title={technicalName}>
          {technicalName}
        </bdi>
      ) : (
        <Link {...focus} to="/catalogue/datasets/$datasetId" params={{ datasetId }} dir="auto" title={technicalName}>
          {technicalName}
        </Link>
      ),
  },
  { id: 'kind', header: text('kind'), width: '6rem', isWide: true, cell: ({ metadata }) => text(metadata.type) },
  {
    id: 'state',
    header: text('lastRun'),
    width: '12rem',
    cell: ({ exportStatus }) => <StatusMark tone={TONES[exportStatus]}>{text(`export${exportStatus}`)}</StatusMark>,
  },
  {
    id: 'failure',
    header: text('errors'),
    isWide: true,
    cell: ({ failure }) => (
      <span className="hint" dir="auto" title={failure}>
        {failure}
      </span>
    ),
  },
];
