/** The problems that need attention now, one on each line. */
import { useState, type ReactNode } from 'react';
import { serverNow, useRead } from '../../app/api.ts';
import { useMay } from '../../app/session.tsx';
import { useLanguage, useText } from '../../text/language.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { durationText } from '../../ui/time-text.tsx';
import { useRecentRuns } from '../task-executions/use-runs.ts';
import { FailingConnections, useFailingConnections } from './failing-connections.tsx';
import { homeMessages } from './messages.ts';
import { lastVisit, markVisit } from './last-visit.ts';
import { ProblemRuns, RunExplanation, RunLink } from './problem-runs.tsx';
import { PROBLEM_KINDS, type ProblemKind } from './run-kinds.ts';
import { endOf, useProblemRuns } from './use-problem-runs.ts';

const REFRESH_INTERVAL = 15_000;
/** A run that waits longer than this is listed, in milliseconds. */
const LONG_WAIT = 5 * 60_000;
const MAX_NAMED = 5;

/** The list, or a text if it is empty. */
export function Attention({ environmentId }: { environmentId: string }): ReactNode {
  const text = useText(homeMessages);
  const language = useLanguage();
  const [seenUntil, setSeenUntil] = useState<Readonly<Record<ProblemKind, number>>>(() => ({
    failed: lastVisit('failed'),
    unstarted: lastVisit('unstarted'),
    rejected: lastVisit('rejected'),
  }));
  const problems = useProblemRuns(environmentId);
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
  const connections = useFailingConnections(environmentId);

  const groups = PROBLEM_KINDS.map((kind) => ({ kind, runs: problems?.[kind].filter((run) => endOf(run) > seenUntil[kind]) ?? [] })).filter(
    ({ runs }) => runs.length > 0,
  );
  const lateRuns = (waiting ?? []).filter(({ triggerTime = 0 }) => serverNow() - triggerTime > LONG_WAIT);
  const unavailableEngines = (engines ?? []).filter(({ status, availability }) => status === 'PAIRED' && availability === 'NOT_AVAILABLE');
  const disabledWebhooks = (webhooks?.data ?? []).filter(({ disabledReason }) => disabledReason !== undefined);
  const isQuiet = groups.length + lateRuns.length + unavailableEngines.length + disabledWebhooks.length + (connections?.total ?? 0) === 0;
  return (
    <section className="card">
      <h2>{text('attention')}</h2>
      {isQuiet && problems && connections && <p>{text('nothingToReport')}</p>}
      <ul className="attention">
        {groups.map(({ kind, runs }) => (
          <ProblemRuns
            key={kind}
            kind={kind}
            runs={runs}
            since={seenUntil[kind]}
            onSeen={() => setSeenUntil((times) => ({ ...times, [kind]: markVisit(kind, serverNow()) }))}
          />
        ))}
        {lateRuns.slice(0, MAX_NAMED).map((run) => (
          <li key={run.id}>
            <StatusMark tone="waits">
              <RunLink run={run}>
                {text('waitsLong', { name: run.name, duration: durationText(serverNow() - (run.triggerTime ?? 0), language) })}
              </RunLink>
            </StatusMark>
            <RunExplanation executionId={run.id} />
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
    </section>
  );
}
