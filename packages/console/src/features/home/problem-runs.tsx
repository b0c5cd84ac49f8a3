/** The runs of one kind of problem, with their explanations. */
import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { useRead } from '../../app/api.ts';
import { useLanguage, useText } from '../../text/language.tsx';
import { numberFormat, withoutOverrides } from '../../text/messages.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { timeText, useZone, withZonedTimes } from '../../ui/time-text.tsx';
import { errorText } from '../task-executions/error-text.ts';
import { toneOfRun } from '../task-executions/run-status.tsx';
import type { Run } from '../task-executions/use-runs.ts';
import { homeMessages } from './messages.ts';
import type { ProblemKind } from './run-kinds.ts';

const REFRESH_INTERVAL = 15_000;
const MAX_NAMED = 5;

type ProblemRunsProps = { kind: ProblemKind; runs: readonly Run[]; since: number; onSeen: () => void };

/** The number of the runs since a time, the newest of them, and a button that marks all as seen. */
export function ProblemRuns({ kind, runs, since, onSeen }: ProblemRunsProps): ReactNode {
  const text = useText(homeMessages);
  const language = useLanguage();
  const zone = useZone();
  return (
    <li>
      <StatusMark tone={kind === 'rejected' ? 'partly' : 'bad'}>
        {text(`${kind}Since`, { count: runs.length, since: timeText(since, 'minute', language, zone) })}
      </StatusMark>
      <ActionButton onPress={onSeen}>{text('seen')}</ActionButton>
      <ul>
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
        <RunLink run={run}>{run.name}</RunLink>
      </StatusMark>
      {kind === 'rejected' ? (
        <span className="hint">{text('rowsRejected', { rows: number.format(run.numberOfRejectedRows ?? 0) })}</span>
      ) : kind === 'unstarted' && run.taskId !== undefined ? (
        <RunExplanation executionId={run.id} isFinal />
      ) : (
        <span className="hint" dir="auto">
          {run.errorMessage !== undefined && errorText(run.errorMessage, language)}
        </span>
      )}
    </li>
  );
}

/** A link to the page of a run of a task or a plan. */
export const RunLink = ({ run, children }: { run: Run; children: string }): ReactNode =>
  run.taskId === undefined ? (
    <Link to="/plans/runs/$planExecutionId" params={{ planExecutionId: run.id }} dir="auto">
      {children}
    </Link>
  ) : (
    <Link to="/runs/$executionId" params={{ executionId: run.id }} dir="auto">
      {children}
    </Link>
  );

/** The server's explanation of why a run waits, or could not start. That of a run that has ended is read once. */
export function RunExplanation({ executionId, isFinal = false }: { executionId: string; isFinal?: boolean }): ReactNode {
  const language = useLanguage();
  const zone = useZone();
  const { data } = useRead(
    'GET /processing/executions/{executionId}/explanation',
    { path: { executionId } },
    { every: () => !isFinal && REFRESH_INTERVAL },
  );
  return (
    <span className="hint" dir="auto">
      {data && withoutOverrides(withZonedTimes(data.summary, language, zone))}
    </span>
  );
}
