/** The problems that need attention now, one on each line. */
import { Suspense, type ReactNode } from 'react';
import type { Schema } from '@millrace/contract';
import { serverNow, useRead } from '../../app/api.ts';
import { runTarget } from '../../app/link-targets.ts';
import { lazyPart } from '../../ui/lazy-parts.ts';
import { useMay } from '../../app/session.tsx';
import { useLanguage, useText } from '../../text/language.tsx';
import { TextLink } from '../../ui/links.tsx';
import { Card } from '../../ui/page-parts.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { durationText, timeText, useZone } from '../../ui/time-text.tsx';
import { useRecentRuns, type Run } from '../task-executions/read-runs.ts';
import styles from './home.module.css';
import { LONG_WAIT } from './home-counts.ts';
import { homeMessages } from './messages.ts';
import { useHomeEngines } from './use-home-engines.ts';

/** All sentences about runs are loaded only when a run waits for long. */
const RunExplanation = lazyPart(async () => (await import('../explanations/run-explanation.tsx')).RunExplanation);

const REFRESH_INTERVAL = 15_000;
const MAX_NAMED = 5;

/** The list, or a text if it is empty. */
export function Attention({ environmentId }: { environmentId: string }): ReactNode {
  const text = useText(homeMessages);
  const language = useLanguage();
  const waiting = useRecentRuns(environmentId, { status: ['EXECUTION_EVENT_RECEIVED'] });
  const { engines, isPending: areEnginesPending } = useHomeEngines(environmentId);
  const seesWebhooks = useMay('SVC_WEBHOOK_MANAGEMENT');
  const webhooks = useRead('GET /api/v1/webhooks', { query: {} }, { enabled: seesWebhooks });
  const { data: connections, isPending } = useFailingConnections(environmentId);

  const lateRuns = (waiting.data ?? []).filter(({ triggerTime = 0 }) => serverNow() - triggerTime > LONG_WAIT);
  const unavailableEngines = engines.filter(({ status, availability }) => status === 'PAIRED' && availability === 'NOT_AVAILABLE');
  const disabledWebhooks = (webhooks.data?.data ?? []).filter(({ disabledReason }) => disabledReason !== undefined);
  const isQuiet = lateRuns.length + unavailableEngines.length + disabledWebhooks.length + (connections?.total ?? 0) === 0;
  // All lines appear at once: one that came later would move those below it.
  if (waiting.isPending || isPending || areEnginesPending || (seesWebhooks && webhooks.isPending)) return undefined;
  return (
    <Card title={text('attention')}>
      {isQuiet && <p>{text('nothingToReport')}</p>}
      <ul className={`${styles['attention']} ruled`} data-attention="">
        {lateRuns.slice(0, MAX_NAMED).map((run) => (
          <li key={run.id}>
            <StatusMark tone="waits">
              <RunLink
                run={run}
                name={text('waitsLong', { name: run.name, duration: durationText(serverNow() - (run.triggerTime ?? 0), language) })}
              />
            </StatusMark>
            <Suspense>
              <RunExplanation executionId={run.id} />
            </Suspense>
          </li>
        ))}
        {unavailableEngines.map(({ id, name, illness }) => (
          <li key={id}>
            <StatusMark tone="bad">{text(illness ? 'engineIll' : 'engineLost', { name })}</StatusMark>
            {illness && <span className="hint">{illness.message}</span>}
          </li>
        ))}
        {connections && <FailingConnections connections={connections} />}
        {disabledWebhooks.map(({ id, name, disabledReason }) => (
          <li key={id}>
            <StatusMark tone="off">{text('webhookOff', { name })}</StatusMark>
            <span className="hint">{disabledReason}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

const MAX_CONNECTIONS = 10;

/** The first connections, by name, whose last check failed, with the number of all. */
const useFailingConnections = (environmentId: string) =>
  useRead(
    'GET /orchestration/connections',
    { query: { environmentId, failing: true, limit: MAX_CONNECTIONS } },
    { every: () => REFRESH_INTERVAL },
  );

/** A line for each failing connection, with the reason, and the number of those that are not shown. */
function FailingConnections({ connections: { items, total } }: { connections: Schema<'PageConnection'> }): ReactNode {
  const text = useText(homeMessages);
  const language = useLanguage();
  const zone = useZone();
  return (
    <>
      {items.map(({ id, name, lastCheck }) => (
        <li key={id}>
          <StatusMark tone="bad">
            <TextLink to="/setup/connections/$connectionId" params={{ connectionId: id }} name={text('connectionFails', { name })} />
          </StatusMark>
          {lastCheck && (
            <bdi className="hint">
              {text(lastCheck.kind, { time: timeText(lastCheck.at, 'minute', language, zone), message: lastCheck.message })}
            </bdi>
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

/** A link to the page of a run of a task or a plan. */
const RunLink = ({ run: { id, taskId }, name }: { run: Run; name: string }): ReactNode => (
  <TextLink {...runTarget(taskId === undefined ? 'PLAN' : 'TASK', id)} name={name} />
);
