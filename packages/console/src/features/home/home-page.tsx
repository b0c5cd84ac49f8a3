/** The start page: problems that need attention, the runs of the last 24 hours, and the next starts. */
import type { ReactNode } from 'react';
import { useEnvironment } from '../../app/environment.tsx';
import { useText } from '../../text/language.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Attention } from './attention.tsx';
import { DueSoon } from './due-soon.tsx';
import { homeMessages } from './messages.ts';
import { RunTimeline } from './run-timeline.tsx';
import './home.css';

/** The page. */
export function HomePage(): ReactNode {
  const text = useText(homeMessages);
  const { environment, environments } = useEnvironment();
  if (environments?.length === 0)
    return (
      <EmptyState title={text('noEnvironment')}>
        <p>{text('noEnvironmentHint')}</p>
      </EmptyState>
    );
  return (
    <>
      <PageHead title={text('title')} />
      {environment && (
        <>
          <Attention environmentId={environment.id} />
          <RunTimeline environmentId={environment.id} />
          <DueSoon environmentId={environment.id} />
        </>
      )}
    </>
  );
}
