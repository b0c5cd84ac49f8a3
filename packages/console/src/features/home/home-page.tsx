/** The start page: problems that need attention, the runs of the last 24 hours, and the next starts. */
import type { ReactNode } from 'react';
import { useQueries, useQuery } from '@tanstack/react-query';
import { api, reading, serverNow } from '../../app/api.ts';
import { useEnvironment } from '../../app/environment.tsx';
import { useText } from '../../text/language.tsx';
import { TextLink } from '../../ui/links.tsx';
import { Card, ErrorNote, PageHead } from '../../ui/page-parts.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { Attention } from './attention.tsx';
import { homeMessages } from './messages.ts';
import { RunTimeline } from './run-timeline.tsx';
import './home.css';

/** The page. */
export function HomePage(): ReactNode {
  const text = useText(homeMessages);
  const { environment } = useEnvironment();
  return (
    <>
      <PageHead title={text('home')} />
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

const HOURS_12 = 12 * 3_600_000;
const MAX_SHOWN = 20;
const REFRESH_INTERVAL = 60_000;

/** The automatic starts of the next 12 hours: a list of the first ones. */
function DueSoon({ environmentId }: { environmentId: string }): ReactNode {
  const text = useText(homeMessages);
  const { data: due, error } = useQuery({
    queryKey: ['POST /orchestration/executables/events/search', environmentId],
    queryFn: async ({ signal }) => {
      const from = serverNow();
      const body = { environmentId, from: Math.floor(from), to: Math.floor(from) + HOURS_12, limit: MAX_SHOWN };
      return (await api.call('POST /orchestration/executables/events/search', { body, signal })).body;
    },
    refetchInterval: REFRESH_INTERVAL,
  });
  const items = due?.items ?? [];
  const ids = [...new Set(items.map(({ id, type }) => `${type} ${id}`))];
  const names = useQueries({
    queries: ids.map((key) => {
      const [type, id = ''] = key.split(' ');
      return type === 'TASK'
        ? reading('GET /orchestration/executables/tasks/{taskId}', { path: { taskId: id } })
        : reading('GET /orchestration/executables/plans/{planId}', { path: { planId: id } });
    }),
    combine: (results) => new Map(results.map(({ data }, index) => [ids[index], data?.name])),
  });
  return (
    <Card title={text('next')}>
      <ErrorNote error={error} />
      {due && items.length === 0 && (
        <p>
          {text('noneDue')} <span className="hint">{text('noneDueHint')}</span>
        </p>
      )}
      <ol className="due">
        {items.map(({ id, type, date }) => (
          <li key={`${id} ${date}`}>
            <TimeText at={date} form="minute" />
            {type === 'TASK' ? (
              <TextLink to="/runs" search={{ task: id }} name={names.get(`${type} ${id}`) ?? id} />
            ) : (
              <TextLink to="/plans/$planId" params={{ planId: id }} name={names.get(`${type} ${id}`) ?? id} />
            )}
          </li>
        ))}
      </ol>
      {due && due.total > items.length && <p className="hint">{text('moreDue', { count: due.total - items.length })}</p>}
    </Card>
  );
}
