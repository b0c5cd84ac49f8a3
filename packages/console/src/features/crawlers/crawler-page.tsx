/** One crawler: its runs, its facts, its tables, and its access. */
import { useState, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { Route, Schema } from '@millrace/contract';
import { api, useChange, useRead } from '../../app/api.ts';
import { useDeletion } from '../../app/deletion.ts';
import { useLanguage, useText } from '../../text/language.tsx';
import { numberFormat } from '../../text/formats.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { DeleteButton, FormDialog } from '../../ui/dialogs.tsx';
import { TextLink } from '../../ui/links.tsx';
import { Card, ErrorNote, FactList, PageHead, FactsCard } from '../../ui/page-parts.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { ScrollText } from '../../ui/scroll-areas.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { SharingCard } from '../sharing/sharing-card.tsx';
import { useCrawlLack } from './crawl-right.ts';
import { CRAWL_REFRESH_INTERVAL, CrawlStateMark, isCrawling } from './crawl-state.tsx';
import { CrawledTables } from './crawled-tables.tsx';
import { crawlerMessages } from './messages.ts';
import { TableChoice } from './table-choice.tsx';
import styles from './crawler.module.css';

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
    <FactsCard
      facts={[
        [text('description'), crawler.description],
        [
          text('connection'),
          <TextLink
            key="connection"
            to="/catalogue/connections/$connectionId"
            params={{ connectionId }}
            name={connections?.find(({ id }) => id === connectionId)?.label ?? connectionId}
          />,
        ],
        [text('selection'), crawledDatasets.length === 0 ? text('selectionAll') : text('selectionOf', { count: crawledDatasets.length })],
        [text('created'), <TimeText key="created" at={crawler.createdAt} form="minute" />],
        [text('changed'), crawler.updateAt && <TimeText key="changed" at={crawler.updateAt} form="minute" />],
        [text('id'), <code key="id">{crawler.id}</code>],
      ]}
    />
  );
}

function CrawlerActions({ crawler, isLive }: { crawler: Schema<'Crawler'>; isLive: boolean }): ReactNode {
  const text = useText(crawlerMessages);
  const [isEditing, setIsEditing] = useState(false);
  const path = { crawlerId: crawler.id };
  const { data: access } = useRead('GET /sharing/sharings/{entityType}/{entityId}/entitlements', {
    path: { entityType: 'crawler', entityId: crawler.id },
  });
  const may = (entitlement: string): boolean => access?.entitlements?.includes(entitlement) ?? false;
  const refreshes = [...READS, 'GET /connections/crawlers/{crawlerId}/datasets'] as const;
  const run = useChange('POST /connections/crawlers/{crawlerId}/run', { refreshes, notice: text('crawlStarted') });
  const end = useChange('POST /connections/crawlers/{crawlerId}/end', { refreshes, notice: text('ending') });
  const remove = useDeletion('DELETE /connections/crawlers/{crawlerId}', ['GET /connections/crawlers'], '/catalogue/crawlers');
  const error = run.error ?? end.error;
  const lack = useCrawlLack(crawler.connectionId);
  return (
    <>
      {may('CRAWLING_DELETE') && <DeleteButton name={crawler.name} hint={text('deleteHint')} change={remove} input={{ path }} />}
      {may('CRAWLING_UPDATE') && (
        <>
          <ActionButton onPress={() => setIsEditing(true)}>{text('change')}</ActionButton>
          {isLive ? (
            <ActionButton tone="danger" icon="stop" isPending={end.isPending} onPress={() => end.mutate({ path })}>
              {text('end')}
            </ActionButton>
          ) : (
            lack === undefined && (
              <ActionButton tone="main" icon="play" isPending={run.isPending} onPress={() => run.mutate({ path })}>
                {text('runNow')}
              </ActionButton>
            )
          )}
          {lack !== undefined && <p className="hint">{lack}</p>}
        </>
      )}
      <ErrorNote error={error} />
      {isEditing && <EditCrawler crawler={crawler} onClose={() => setIsEditing(false)} />}
    </>
  );
}

/** The card with the counts of the last run of a crawler. */
function CrawlCard({ crawler: { status, executionId } }: { crawler: Schema<'Crawler'> }): ReactNode {
  const text = useText(crawlerMessages);
  const number = numberFormat(useLanguage());
  const { nbDatasetsToCrawl: all, nbDatasetsFinished: written, nbDatasetsCreated, nbDatasetsFailed: failed, nbSamplesFailed } = status;
  if (status.runStatus === 'NotStarted') return undefined;
  return (
    <Card title={text('progress')}>
      <ProgressLine label={text('written')} part={all === 0 ? Number(status.runStatus === 'Finished') : (written + failed) / all} />
      {status.failure !== undefined && (
        <div className="note bad" role="alert">
          <p dir="auto">{status.failure}</p>
        </div>
      )}
      <div className={styles['facts']}>
        <FactList
          facts={[
            [text('toCrawl'), number.format(all)],
            [text('finishedCount'), number.format(written)],
            [text('createdCount'), number.format(nbDatasetsCreated)],
            [text('failedCount'), number.format(failed)],
            [text('sampleFailed'), number.format(nbSamplesFailed)],
            [text('startedAt'), status.runStartedAt && <TimeText key="started" at={status.runStartedAt} />],
            [text('finishedAt'), status.runFinishedAt && <TimeText key="ended" at={status.runFinishedAt} />],
            [
              text('execution'),
              executionId && <TextLink key="execution" to="/runs/$executionId" params={{ executionId }} name={executionId} />,
            ],
          ]}
        />
      </div>
    </Card>
  );
}

const ERRORS = 'GET /connections/crawlers/{crawlerId}/errors.log';

/** The errors of the last run as the server lists them. The card is hidden if there are none. */
function CrawlErrors({ crawler: { id: crawlerId, status } }: { crawler: Schema<'Crawler'> }): ReactNode {
  const text = useText(crawlerMessages);
  const { data, error } = useQuery({
    queryKey: [ERRORS, crawlerId, status],
    enabled: !isCrawling(status.runStatus) && status.runStatus !== 'NotStarted',
    queryFn: async ({ signal }) => new Response(await api.download(ERRORS, { path: { crawlerId }, signal })).text(),
  });
  if (error) return <ErrorNote error={error} />;
  if (!data) return undefined;
  return (
    <Card title={text('errors')}>
      <ScrollText label={text('errors')}>{data}</ScrollText>
    </Card>
  );
}

/** The dialog that changes a crawler: name, description and selection. */
function EditCrawler({ crawler, onClose }: { crawler: Schema<'Crawler'>; onClose: () => void }): ReactNode {
  const text = useText(crawlerMessages);
  const { id: crawlerId, connectionId, crawledDatasets } = crawler;
  const [{ name, description }, draft] = useDraft({ name: crawler.name, description: crawler.description ?? '' });
  const [tables, setTables] = useState<readonly string[] | undefined>(crawledDatasets.length > 0 ? crawledDatasets : undefined);
  const [isEmpty, setIsEmpty] = useState(false);
  const save = useChange('PUT /connections/crawlers/{crawlerId}', {
    refreshes: READS,
    notice: text('saved'),
    onDone: onClose,
  });
  function submit(): void {
    // To the server, an empty list means all tables.
    setIsEmpty(tables?.length === 0);
    if (tables?.length === 0) return;
    save.mutate({ path: { crawlerId }, body: { name, description, selectedDatasets: [...(tables ?? [])] } });
  }
  return (
    <FormDialog
      title={text('changeTitle')}
      action={text('save')}
      change={{ isPending: save.isPending, error: isEmpty && tables?.length === 0 ? new Error(text('nothingChosen')) : save.error }}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField label={text('name')} {...draft.field('name')} isRequired autoComplete="off" />
      <TextField label={text('description')} {...draft.field('description')} />
      <TableChoice connectionId={connectionId} chosen={tables} onChange={setTables} />
    </FormDialog>
  );
}
