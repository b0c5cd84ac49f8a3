/** The problems that need attention now, one on each line. */
import { useState, type ReactNode } from 'react';
import type { Schema } from '@millrace/contract';
import { serverNow, useRead } from '../../app/api.ts';
import { runTarget } from '../../app/link-targets.ts';
import { useMay } from '../../app/session.tsx';
import { useLanguage, useText } from '../../text/language.tsx';
import { numberFormat } from '../../text/messages.ts';
import { TextLink } from '../../ui/links.tsx';
import { Card } from '../../ui/page-parts.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { durationText, timeText, useZone, withZonedTimes } from '../../ui/time-text.tsx';
import { explanationSentences } from '../explanations/sentences.ts';
import { errorText } from '../task-executions/error-text.ts';
import { toneOfRun, useRecentRuns, type Run } from '../task-executions/run-status.tsx';
import { homeMessages } from './messages.ts';
import { endOf, lastVisit, markVisit, PROBLEM_KINDS, useProblemRuns, type ProblemKind } from './run-kinds.ts';

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
    <Card title={text('attention')}>
      {isQuiet && problems && connections && <p>{text('nothingToReport')}</p>}
      <ul className="attention ruled">
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
              <RunLink
                run={run}
                name={text('waitsLong', { name: run.name, duration: durationText(serverNow() - (run.triggerTime ?? 0), language) })}
              />
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
    </Card>
  );
}

const MAX_CONNECTIONS = 10;

/** The first of them, by name; undefined until they were read. */
const useFailingConnections = (environmentId: string): Schema<'PageConnection'> | undefined =>
  useRead(
    'GET /orchestration/connections',
    { query: { environmentId, failing: true, limit: MAX_CONNECTIONS } },
    { every: () => REFRESH_INTERVAL },
  ).data;

/** A line for each, with the reason. */
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

type ProblemRunsProps = { kind: ProblemKind; runs: readonly Run[]; since: number; onSeen: () => void };

/** The number of the runs since a time, the newest of them, and a button that marks all as seen. */
function ProblemRuns({ kind, runs, since, onSeen }: ProblemRunsProps): ReactNode {
  const text = useText(homeMessages);
  const language = useLanguage();
  const zone = useZone();
  return (
    <li>
      <StatusMark tone={kind === 'rejected' ? 'partly' : 'bad'}>
        {text(`${kind}Since`, { count: runs.length, since: timeText(since, 'minute', language, zone) })}
      </StatusMark>
      <ActionButton onPress={onSeen}>{text('seen')}</ActionButton>
      <ul className="attention-runs">
        {runs.slice(0, MAX_NAMED).map((run) => (
          <NamedRun key={run.id} run={run} kind={kind} />
        ))}
      </ul>
    </li>
  );
}

function NamedRun({ run, kind }: { run: Run; kind: ProblemKind }): ReactNode {
  const text = useText(homeMessages);
  const language = useLanguage();
  const number = numberFormat(language);
  return (
    <li>
      <StatusMark tone={toneOfRun(run.status)}>
        <RunLink run={run} name={run.name} />
      </StatusMark>
      {kind === 'rejected' ? (
        <span className="hint">{text('rowsRejected', { rows: number.format(run.numberOfRejectedRows ?? 0) })}</span>
      ) : kind === 'unstarted' && run.taskId !== undefined ? (
        <RunExplanation executionId={run.id} isFinal />
      ) : (
        <bdi className="hint">{run.errorMessage !== undefined && errorText(run.errorMessage, language)}</bdi>
      )}
    </li>
  );
}

/** A link to the page of a run of a task or a plan. */
const RunLink = ({ run: { id, taskId }, name }: { run: Run; name: string }): ReactNode => (
  <TextLink {...runTarget(taskId === undefined ? 'PLAN' : 'TASK', id)} name={name} />
);

/** The server's explanation of why a run waits, or could not start. That of a run that has ended is read once. */
function RunExplanation({ executionId, isFinal = false }: { executionId: string; isFinal?: boolean }): ReactNode {
  const language = useLanguage();
  const zone = useZone();
  const { data } = useRead(
    'GET /processing/executions/{executionId}/explanation',
    { path: { executionId } },
    { every: () => !isFinal && REFRESH_INTERVAL },
  );
  return <bdi className="hint">{data && withZonedTimes(explanationSentences(data, language).why, language, zone)}</bdi>;
}
