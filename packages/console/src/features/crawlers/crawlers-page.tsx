/** The list of crawlers. */
import type { ReactNode } from 'react';
import { useRead } from '../../app/api.ts';
import { useWholeList } from '../../app/lists.ts';
import { CHANGES_CONNECTIONS } from '../../app/needs.ts';
import { useText } from '../../text/language.tsx';
import { ButtonLink, NameLink } from '../../ui/links.tsx';
import { EmptyState } from '../../ui/page-parts.tsx';
import { TablePage } from '../../ui/table-page.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { CRAWL_REFRESH_INTERVAL, CrawlStateMark, isCrawling } from './crawl-state.tsx';
import { useLack } from '../workspace-permissions/lack.tsx';
import { lackMessages } from '../workspace-permissions/messages.ts';
import { crawlerMessages } from './messages.ts';

const IDLE_REFRESH_INTERVAL = 5000;

/** The page. */
export function CrawlersPage(): ReactNode {
  const text = useText(crawlerMessages);
  const lackText = useText(lackMessages);
  const lack = useLack(CHANGES_CONNECTIONS);
  const mayCreate = lack === undefined;
  const list = useWholeList(
    'GET /connections/crawlers',
    {},
    { every: (body) => (body?.data.some(({ status }) => isCrawling(status.runStatus)) ? CRAWL_REFRESH_INTERVAL : IDLE_REFRESH_INTERVAL) },
  );
  const { data: connections } = useRead('GET /connections', {});
  const hasConnection = connections?.some(({ entitlements = [] }) => entitlements.includes('CONNECTION_UPDATE'));
  const create = mayCreate && <ButtonLink to="/catalogue/crawlers/new" tone="main" name={text('newCrawler')} />;
  const createConnection = mayCreate && <ButtonLink to="/catalogue/connections/new" tone="main" name={text('newConnection')} />;
  const labels = new Map(connections?.map(({ id, label }) => [id, label]));
  return (
    <TablePage
      text={text}
      title={text('title')}
      create={hasConnection && create}
      list={list}
      keyOf={({ id }) => id}
      columns={[
        {
          id: 'name',
          render: ({ id, name }, focus) => (
            <NameLink {...focus} to="/catalogue/crawlers/$crawlerId" params={{ crawlerId: id }} name={name} />
          ),
        },
        { id: 'connection', width: '14rem', isWide: true, render: ({ connectionId }) => <bdi>{labels.get(connectionId)}</bdi> },
        { id: 'lastRun', width: '13rem', render: ({ status }) => <CrawlStateMark status={status} /> },
        {
          id: 'tables',
          width: '8rem',
          align: 'end',
          isWide: true,
          render: ({ status: { nbDatasetsFinished: done, nbDatasetsToCrawl: count } }) => text('tablesOf', { done, count }),
        },
        { id: 'finishedAt', width: '13rem', isWide: true, render: ({ status }) => <TimeText at={status.runFinishedAt} form="minute" /> },
      ]}
      empty={
        lack === undefined ? (
          hasConnection !== undefined && (
            <EmptyState title={text('empty')} action={hasConnection ? create : createConnection} hint={text('emptyHint')}>
              {!hasConnection && <p>{text('noneConnection')}</p>}
            </EmptyState>
          )
        ) : (
          <EmptyState title={text('noneSeen')} hint={`${text('emptyHint')} ${text('noneSeenHint')}`}>
            <p>{lackText('toCreate', { lack })}</p>
          </EmptyState>
        )
      }
    />
  );
}
