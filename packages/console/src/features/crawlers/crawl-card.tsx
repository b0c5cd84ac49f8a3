/** The last run of a crawler: its progress and its errors. */
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { api } from '../../app/api.ts';
import { useLanguage, useText } from '../../text/language.tsx';
import { numberFormat } from '../../text/messages.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { FactList } from '../../ui/fact-list.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { ScrollText } from '../../ui/scroll-text.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { isCrawling } from './crawl-state.tsx';
import { crawlerMessages } from './messages.ts';
import './crawler.css';

/** The card with the counts. */
export function CrawlCard({ crawler: { status, executionId } }: { crawler: Schema<'Crawler'> }): ReactNode {
  const text = useText(crawlerMessages);
  const number = numberFormat(useLanguage());
  const { nbDatasetsToCrawl: all, nbDatasetsFinished: written, nbDatasetsCreated, nbDatasetsFailed: failed, nbSamplesFailed } = status;
  if (status.runStatus === 'NotStarted') return undefined;
  return (
    <section className="card">
      <h2>{text('progress')}</h2>
      <ProgressLine label={text('written')} part={all === 0 ? Number(status.runStatus === 'Finished') : (written + failed) / all} />
      {status.failure !== undefined && (
        <div className="note bad" role="alert">
          <p dir="auto">{status.failure}</p>
        </div>
      )}
      <div className="crawl-facts">
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
              executionId && (
                <Link key="execution" to="/runs/$executionId" params={{ executionId }}>
                  {executionId}
                </Link>
              ),
            ],
          ]}
        />
      </div>
    </section>
  );
}

const ERRORS = 'GET /connections/crawlers/{crawlerId}/errors.log';

/** The errors of the last run as the server lists them. The card is hidden if there are none. */
export function CrawlErrors({ crawler: { id: crawlerId, status } }: { crawler: Schema<'Crawler'> }): ReactNode {
  const text = useText(crawlerMessages);
  const { data, error } = useQuery({
    queryKey: [ERRORS, crawlerId, status],
    enabled: !isCrawling(status.runStatus) && status.runStatus !== 'NotStarted',
    queryFn: async ({ signal }) => new Response(await api.download(ERRORS, { path: { crawlerId }, signal })).text(),
  });
  if (error) return <ErrorNote error={error} />;
  if (!data) return undefined;
  return (
    <section className="card">
      <h2>{text('errors')}</h2>
      <ScrollText label={text('errors')}>{data}</ScrollText>
    </section>
  );
}
