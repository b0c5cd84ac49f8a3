/** The refused requests of an OAuth client. */
import type { ReactNode } from 'react';
import { useCursorList } from '../../app/lists.ts';
import { useText } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { Card, ErrorNote } from '../../ui/page-parts.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { oauthClientMessages } from './messages.ts';
import styles from './refused-requests.module.css';

const REFRESH_INTERVAL = 3000;

/** The requests, newest first, each with its reason and advice. They are refreshed, so that a developer sees each attempt. */
export function RefusedRequests({ clientId }: { clientId: string }): ReactNode {
  const text = useText(oauthClientMessages);
  const { rows, error, isPending, hasMore, onEnd } = useCursorList(
    'GET /api/v1/oauth-clients/{id}/refusals',
    { path: { id: clientId } },
    { every: REFRESH_INTERVAL },
  );
  return (
    <Card title={text('refusals')}>
      <p className="hint">{text('refusalsHint')}</p>
      <ErrorNote error={error} />
      {!isPending && !error && rows.length === 0 && <StatusMark tone="good">{text('healthy')}</StatusMark>}
      <ol className={`${styles['refusals']} ruled`}>
        {rows.map(({ id, time, endpoint, grantType, code, reason, advice, address, number }) => (
          <li key={id}>
            <p className="hint">
              <TimeText at={time} /> · {endpoint} {grantType} · {text('times', { count: number })} · {text('from', { address })}
            </p>
            <p>
              <StatusMark tone="bad">{code}</StatusMark> {reason}
            </p>
            <p>
              <strong>{text('advice')}:</strong> {advice}
            </p>
          </li>
        ))}
      </ol>
      {hasMore && <ActionButton onPress={onEnd}>{text('more')}</ActionButton>}
    </Card>
  );
}
