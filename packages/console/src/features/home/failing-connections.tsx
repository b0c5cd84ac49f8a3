/** The connections whose last test, crawl or scan could not open them. */
import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { useRead } from '../../app/api.ts';
import { useLanguage, useText } from '../../text/language.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { timeText, useZone } from '../../ui/time-text.tsx';
import { homeMessages } from './messages.ts';

const REFRESH_INTERVAL = 15_000;
const MAX_NAMED = 10;

/** The first of them, by name; undefined until they were read. */
export const useFailingConnections = (environmentId: string): Schema<'PageConnection'> | undefined =>
  useRead(
    'GET /orchestration/connections',
    { query: { environmentId, failing: true, limit: MAX_NAMED } },
    { every: () => REFRESH_INTERVAL },
  ).data;

/** A line for each, with the reason. */
export function FailingConnections({ connections: { items, total } }: { connections: Schema<'PageConnection'> }): ReactNode {
  const text = useText(homeMessages);
  const language = useLanguage();
  const zone = useZone();
  return (
    <>
      {items.map(({ id, name, lastCheck }) => (
        <li key={id}>
          <StatusMark tone="bad">
            <Link to="/setup/connections/$connectionId" params={{ connectionId: id }} dir="auto">
              {text('connectionFails', { name })}
            </Link>
          </StatusMark>
          {lastCheck && (
            <span className="hint" dir="auto">
              {text(lastCheck.kind, { time: timeText(lastCheck.at, 'minute', language, zone), message: lastCheck.message })}
            </span>
          )}
        </li>
      ))}
      {total > items.length && (
        <li>
          <span className="hint">{text('moreConnections', { count: total - items.length })}</span>
        </li>
      )}
    </>
  );
}
