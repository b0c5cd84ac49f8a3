/** One crawler: its runs, its facts, its tables, and its access. */
import { useState, type ReactNode } from 'react';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { Route, Schema } from '@millrace/contract';
import { useChange, useRead } from '../../app/api.ts';
import { useText } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { DeleteButton } from '../../ui/delete-button.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { FactList } from '../../ui/fact-list.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { SharingCard } from '../sharing/sharing-card.tsx';
import { CrawlCard, CrawlErrors } from './crawl-card.tsx';
import { CRAWL_REFRESH_INTERVAL, CrawlStateMark, isCrawling } from './crawl-state.tsx';
import { CrawledTables } from './crawled-tables.tsx';
import { EditCrawler } from './edit-crawler.tsx';
import { crawlerMessages } from './messages.ts';

const route = getRouteApi('/catalogue/crawlers/$crawlerId');

const READS: readonly Route[] = ['GET /connections/crawlers', 'GET /connections/crawlers/{crawlerId}'];

/** The page, read again while the crawler runs. */
export function CrawlerPage(): ReactNode {
  const { crawlerId } = route.useParams();
  const { data: crawler, error } = useRead(
    'GET /connections/crawlers/{crawlerId}',
    { path: { crawlerId } },
    { every: (body) => isCrawling(body?.status.runStatus) && CRAWL_REFRESH_INTERVAL },
  );
  if (!crawler) return <ErrorNote error={error} />;
  const isLive = isCrawling(crawler.status.runStatus);
  return (
    <>
      <PageHead title={crawler.name} aside={<CrawlStateMark status={crawler.status} />}>
        <CrawlerActions crawler={crawler} isLive={isLive} />
      </PageHead>
      <CrawlCard crawler={crawler} />
      <CrawlErrors crawler={crawler} />
      <CrawlerFacts crawler={crawler} />
      <CrawledTables crawlerId={crawlerId} isLive={isLive} />
      <SharingCard entityType="crawler" entityId={crawlerId} />
    </>
  );
}

function CrawlerFacts({ crawler }: { crawler: Schema<'Crawler'> }): ReactNode {
  const text = useText(crawlerMessages);
  const { data: connections } = useRead('GET /connections', {});
  const { connectionId, crawledDatasets } = crawler;
  return (
    <section className="card">
      <h2>{text('facts')}</h2>
      <FactList
        facts={[
          [text('description'), crawler.description],
          [
            text('connection'),
            <Link key="connection" to="/catalogue/connections/$connectionId" params={{ connectionId }}>
              {connections?.find(({ id }) => id === connectionId)?.label ?? connectionId}
            </Link>,
          ],
          [text('selection'), crawledDatasets.length === 0 ? text('selectionAll') : text('selectionOf', { count: crawledDatasets.length })],
          [text('created'), <TimeText key="created" at={crawler.createdAt} form="minute" />],
          [text('changed'), crawler.updateAt && <TimeText key="changed" at={crawler.updateAt} form="minute" />],
          [text('id'), <code key="id">{crawler.id}</code>],
        ]}
      />
    </section>
  );
}

function CrawlerActions({ crawler, isLive }: { crawler: Schema<'Crawler'>; isLive: boolean }): ReactNode {
  const text = useText(crawlerMessages);
  const navigate = useNavigate();
  const [isEditing, setIsEditing] = useState(false);
  const path = { crawlerId: crawler.id };
  const { data: access } = useRead('GET /sharing/sharings/{entityType}/{entityId}/entitlements', {
    path: { entityType: 'crawler', entityId: crawler.id },
  });
  const may = (entitlement: string): boolean => access?.entitlements?.includes(entitlement) ?? false;
  const refreshes = [...READS, 'GET /connections/crawlers/{crawlerId}/datasets'] as const;
  const run = useChange('POST /connections/crawlers/{crawlerId}/run', { refreshes, notice: text('crawlStarted') });
  const end = useChange('POST /connections/crawlers/{crawlerId}/end', { refreshes, notice: text('ending') });
  const remove = useChange('DELETE /connections/crawlers/{crawlerId}', {
    refreshes: ['GET /connections/crawlers'],
    notice: text('deleted'),
    onDone: () => void navigate({ to: '/catalogue/crawlers' }),
  });
  const error = run.error ?? end.error;
  return (
    <>
      {may('CRAWLING_DELETE') && (
        <DeleteButton name={crawler.name} hint={text('deleteHint')} change={remove} onDelete={() => remove.mutate({ path })} />
      )}
      {may('CRAWLING_UPDATE') && (
        <>
          <ActionButton onPress={() => setIsEditing(true)}>{text('change')}</ActionButton>
          {isLive ? (
            <ActionButton tone="danger" icon="stop" isPending={end.isPending} onPress={() => end.mutate({ path })}>
              {text('end')}
            </ActionButton>
          ) : (
            <ActionButton tone="main" icon="play" isPending={run.isPending} onPress={() => run.mutate({ path })}>
              {text('runNow')}
            </ActionButton>
          )}
        </>
      )}
      <ErrorNote error={error} />
      {isEditing && <EditCrawler crawler={crawler} onClose={() => setIsEditing(false)} />}
    </>
  );
}
