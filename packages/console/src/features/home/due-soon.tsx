/** The automatic starts of the next 12 hours: the first ones by name, and the number of the others. */
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { api, serverNow } from '../../app/api.ts';
import { useText } from '../../text/language.tsx';
import { Card, ErrorNote } from '../../ui/page-parts.tsx';
import { AgoText } from '../../ui/time-text.tsx';
import { ExecutableLink } from '../schedules/executable-link.tsx';
import styles from './home.module.css';
import { homeMessages } from './messages.ts';

const HOURS_12 = 12 * 3_600_000;
const MAX_SHOWN = 10;
const REFRESH_INTERVAL = 60_000;

/** The list, and what stands below it. Both appear when the list is read, so that nothing moves. */
export function DueSoon({ environmentId, children }: { environmentId: string; children: ReactNode }): ReactNode {
  const text = useText(homeMessages);
  const { data: due, error } = useQuery({
    queryKey: ['POST /orchestration/executables/events/search', environmentId],
    queryFn: async ({ signal }) => {
      const from = Math.floor(serverNow());
      const body = { environmentId, from, to: from + HOURS_12, limit: MAX_SHOWN };
      return (await api.call('POST /orchestration/executables/events/search', { body, signal })).body;
    },
    refetchInterval: REFRESH_INTERVAL,
  });
  const items = due?.items ?? [];
  if (!due && !error) return undefined;
  return (
    <>
      <Card title={text('next')}>
        <ErrorNote error={error} />
        {due && items.length === 0 && (
          <p>
            {text('noneDue')} <span className="hint">{text('noneDueHint')}</span>
          </p>
        )}
        <ol className={styles['due']} data-due="">
          {items.map(({ id, type, date }) => (
            <li key={`${id} ${date}`}>
              <AgoText at={date} />
              <ExecutableLink executable={{ id, type }} />
            </li>
          ))}
        </ol>
        {due && due.total > items.length && <p className="hint">{text('moreDue', { count: due.total - items.length })}</p>}
      </Card>
      {children}
    </>
  );
}
