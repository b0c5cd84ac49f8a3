/** The problems that need attention now, one on each line. */
import { useState, type ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { serverNow, useRead } from '../../app/api.ts';
import { useMay } from '../../app/session.tsx';
import { useLanguage, useText } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { durationText, timeText, useZone } from '../../ui/time-text.tsx';
import { toneOfRun } from '../task-executions/run-status.tsx';
import { useRecentRuns, type Run } from '../task-executions/use-runs.ts';
import { homeMessages } from './messages.ts';
import { lastVisit, markVisit } from './last-visit.ts';

const REFRESH_INTERVAL = 15_000;
/** A run that waits longer than this is listed. */
const LONG = 5 * 60_000;
const MAX_NAMED = 5;

/** The list, or a text if it is empty. */
export function Attention({ environmentId }: { environmentId: string }): ReactNode {
  const text = useText(homeMessages);
  const language = useLanguage();
  const zone = useZone();
  const [since, setSince] = useState(lastVisit);
  const { data: runs } = useRecentRuns(environmentId, {
    period: '7d',
    status: ['EXECUTION_FAILED', 'DEPLOY_FAILED', 'EXECUTION_TERMINATED_TIMEOUT', 'EXECUTION_MISFIRED'],
  });
  const { data: waiting } = useRecentRuns(environmentId, { status: ['EXECUTION_EVENT_RECEIVED'] });
  const seesEngines = useMay(
    'SVC_OPERATOR',
    'SVC_CLUSTER_MANAGEMENT',
    'SVC_ENVIRONMENT_MANAGEMENT',
    'SVC_RUN_PROFILE_MANAGEMENT',
    'SVC_ENGINE_USE',
  );
  const { data: engines } = useRead(
    'GET /processing/runtimes/remote-engines',
    { query: { query: `environment.id==${environmentId}` } },
    { enabled: seesEngines, every: () => REFRESH_INTERVAL },
  );
  const seesWebhooks = useMay('SVC_WEBHOOK_MANAGEMENT');
  const { data: webhooks } = useRead('GET /api/v1/webhooks', { query: {} }, { enabled: seesWebhooks });

  const failed = (runs ?? []).filter(({ runEndTime, triggerTime }) => (runEndTime ?? triggerTime ?? 0) > since);
  const late = (waiting ?? []).filter(({ triggerTime = 0 }) => serverNow() - triggerTime > LONG);
  const gone = (engines ?? []).filter(({ status, availability }) => status === 'PAIRED' && availability === 'NOT_AVAILABLE');
  const off = (webhooks?.data ?? []).filter(({ disabledReason }) => disabledReason !== undefined);
  const isQuiet = failed.length + late.length + gone.length + off.length === 0;
  return (
    <section className="card">
      <h2>{text('attention')}</h2>
      {isQuiet && runs && <p>{text('nothingToReport')}</p>}
      <ul className="attention">
        {failed.length > 0 && (
          <li>
            <StatusMark tone="bad">
              {text('failedSince', { count: failed.length, since: timeText(since, 'minute', language, zone) })}
            </StatusMark>
            <ActionButton onPress={() => setSince(markVisit(serverNow()))}>{text('seen')}</ActionButton>
            <ul>
              {failed.slice(0, MAX_NAMED).map((run) => (
                <NamedRun key={run.id} run={run} />
              ))}
            </ul>
          </li>
        )}
        {late.slice(0, MAX_NAMED).map((run) => (
          <li key={run.id}>
            <StatusMark tone="waits">
              <RunLink run={run}>
                {text('waitsLong', { name: run.name, duration: durationText(serverNow() - (run.triggerTime ?? 0), language) })}
              </RunLink>
            </StatusMark>
            <Explanation run={run} />
          </li>
        ))}
        {gone.map(({ id, name, illness }) => (
          <li key={id}>
            <StatusMark tone="bad">{text(illness ? 'engineIll' : 'engineLost', { name })}</StatusMark>
            {illness && <span className="hint">{illness.message}</span>}
          </li>
        ))}
        {off.map(({ id, name, disabledReason }) => (
          <li key={id}>
            <StatusMark tone="off">{text('webhookOff', { name })}</StatusMark>
            <span className="hint">{disabledReason}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const NamedRun = ({ run }: { run: Run }): ReactNode => (
  <li>
    <StatusMark tone={toneOfRun(run.status)}>
      <RunLink run={run}>{run.name}</RunLink>
    </StatusMark>
    <span className="hint" dir="auto">
      {run.errorMessage}
    </span>
  </li>
);

const RunLink = ({ run, children }: { run: Run; children: string }): ReactNode =>
  run.taskId === undefined ? (
    <Link to="/plans/runs/$planExecutionId" params={{ planExecutionId: run.id }} dir="auto">
      {children}
    </Link>
  ) : (
    <Link to="/runs/$executionId" params={{ executionId: run.id }} dir="auto">
      {children}
    </Link>
  );

/** The server's explanation of why a run waits. */
function Explanation({ run }: { run: Run }): ReactNode {
  const { data } = useRead(
    'GET /processing/executions/{executionId}/explanation',
    { path: { executionId: run.id } },
    { every: () => REFRESH_INTERVAL },
  );
  return <span className="hint">{data?.summary}</span>;
}
