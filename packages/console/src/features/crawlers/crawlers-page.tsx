/** The list of crawlers. */
import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { useRead } from '../../app/api.ts';
import { useMay } from '../../app/session.tsx';
import { useText, type TextOf } from '../../text/language.tsx';
import { DataTable, type TableColumn } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { CRAWL_REFRESH_INTERVAL, CrawlStateMark, isCrawling } from './crawl-state.tsx';
import { crawlerMessages } from './messages.ts';

const IDLE_REFRESH_INTERVAL = 5000;

/** The page. */
export function CrawlersPage(): ReactNode {
  const text = useText(crawlerMessages);
  const mayCreate = useMay('SVC_CONNECTION_RESOURCE_EDIT', 'SVC_OPERATOR');
  const { data, error, isPending, refetch } = useRead(
    'GET /connections/crawlers',
    {},
    { every: (body) => (body?.data.some(({ status }) => isCrawling(status.runStatus)) ? CRAWL_REFRESH_INTERVAL : IDLE_REFRESH_INTERVAL) },
  );
  const { data: connections } = useRead('GET /connections', {});
  const hasConnection = connections?.some(({ entitlements = [] }) => entitlements.includes('CONNECTION_UPDATE'));
  const create = mayCreate && (
    <Link to="/catalogue/crawlers/new" className="button main">
      {text('new')}
    </Link>
  );
  const createConnection = mayCreate && (
    <Link to="/catalogue/connections/new" className="button main">
      {text('newConnection')}
    </Link>
  );
  const labels = new Map(connections?.map(({ id, label }) => [id, label]));
  return (
    <div className="page-fill">
      <PageHead title={text('title')}>{hasConnection && create}</PageHead>
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      <DataTable
        label={text('title')}
        columns={columnsOf(text, text('name'), labels)}
        rows={data?.data ?? []}
        keyOf={({ id }) => id}
        isLoading={isPending && !error}
        empty={
          !error &&
          hasConnection !== undefined && (
            <EmptyState title={text('empty')} action={hasConnection ? create : createConnection}>
              <p>{text('noneHint')}</p>
              {!hasConnection && <p>{text('noneConnection')}</p>}
            </EmptyState>
          )
        }
      />
    </div>
  );
}

const columnsOf = (
  text: TextOf<typeof crawlerMessages>,
  nameHeader: string,
  labels: ReadonlyMap<string | undefined, string>,
): TableColumn<Schema<'Crawler'>>[] => [
  {
    id: 'name',
    header: nameHeader,
    cell: ({ id, name }, focus) => (
      <Link {...focus} to="/catalogue/crawlers/$crawlerId" params={{ crawlerId: id }} dir="auto" title={name}>
        {name}
      </Link>
    ),
  },
  {
    id: 'connection',
    header: text('connection'),
    width: '14rem',
    isWide: true,
    cell: ({ connectionId }) => <bdi>{labels.get(connectionId)}</bdi>,
  },
  { id: 'state', header: text('lastRun'), width: '13rem', cell: ({ status }) => <CrawlStateMark status={status} /> },
  {
    id: 'tables',
    header: text('tables'),
    width: '8rem',
    align: 'end',
    isWide: true,
    cell: ({ status: { nbDatasetsFinished: done, nbDatasetsToCrawl: count } }) => text('tablesOf', { done, count }),
  },
  {
    id: 'finished',
    header: text('finishedAt'),
    width: '13rem',
    isWide: true,
    cell: ({ status }) => <TimeText at={status.runFinishedAt} form="minute" />,
  },
];
