/** Guides a person to the first dataset of an empty catalogue. */
import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { useRead } from '../../app/api.ts';
import { useMay } from '../../app/session.tsx';
import { useText } from '../../text/language.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { datasetMessages } from './messages.ts';

/** Shows the next missing step: create a connection, create its crawler, or run the crawler. */
export function FirstSteps(): ReactNode {
  const text = useText(datasetMessages);
  const mayCreate = useMay('SVC_CONNECTION_RESOURCE_EDIT', 'SVC_OPERATOR');
  const { data: connections } = useRead('GET /connections', {});
  const { data: crawlers } = useRead('GET /connections/crawlers', {});
  if (!connections || !crawlers) return undefined;
  if (crawlers.total > 0)
    return (
      <EmptyState
        title={text('startTitle')}
        action={
          <Link to="/catalogue/crawlers" className="button main">
            {text('crawlers')}
          </Link>
        }
      >
        <p>{text('startRun')}</p>
      </EmptyState>
    );
  const isWritable = connections.some(({ entitlements = [] }) => entitlements.includes('CONNECTION_UPDATE'));
  if (isWritable)
    return (
      <EmptyState
        title={text('startTitle')}
        action={
          <Link to="/catalogue/crawlers/new" className="button main">
            {text('newCrawler')}
          </Link>
        }
      >
        <p>{text('startCrawler')}</p>
      </EmptyState>
    );
  return (
    <EmptyState
      title={text('startTitle')}
      action={
        mayCreate && (
          <Link to="/catalogue/connections/new" className="button main">
            {text('newConnection')}
          </Link>
        )
      }
    >
      <p>{text(mayCreate ? 'startConnection' : 'startConnectionAsk')}</p>
    </EmptyState>
  );
}
