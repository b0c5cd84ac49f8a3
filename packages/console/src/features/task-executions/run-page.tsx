/** One run: its facts, the explanation of its state, and its log. */
import type { ReactNode } from 'react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { isRefused, useRead } from '../../app/api.ts';
import { useText } from '../../text/language.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { ExecutionLog } from '../execution-logs/execution-log.tsx';
import { runMessages } from './messages.ts';
import { RunActions } from './run-actions.tsx';
import { RunComponents, RunDatasets } from './run-components.tsx';
import { RunProgress } from './run-progress.tsx';
import { RunFacts } from './run-facts.tsx';
import { isLive, RunStatusMark } from './run-status.tsx';
import { RunValues } from './run-values.tsx';
import { useHistoricRun } from './use-runs.ts';

const route = getRouteApi('/runs/$executionId');

const REFRESH_INTERVAL = 1500;

/** The page. */
export function RunPage(): ReactNode {
  const text = useText(runMessages);
  const { executionId } = route.useParams();
  const { line, find, severity, from, to, fold } = route.useSearch();
  const navigate = route.useNavigate();
  const path = { executionId };
  const { data: run, error } = useRead(
    'GET /processing/executions/{executionId}',
    { path },
    { every: (body) => body !== undefined && isLive(body.executionStatus) && REFRESH_INTERVAL },
  );
  const live = run !== undefined && isLive(run.executionStatus);
  const { data: explanation } = useRead(
    'GET /processing/executions/{executionId}/explanation',
    { path },
    // The explanation is read on its own, so it may still be from before the end of the run.
    { enabled: run !== undefined, every: (body) => (live || (body !== undefined && isLive(body.executionStatus))) && REFRESH_INTERVAL },
  );
  const { data: workspaces } = useRead('GET /orchestration/workspaces', { query: {} }, { enabled: run !== undefined });
  const environmentId = workspaces?.find(({ id }) => id === run?.workspaceId)?.environment?.id;
  const { data: historic } = useHistoricRun(environmentId, executionId, live);
  // The right to see the run may have been withdrawn.
  if (error && (!run || isRefused(error))) return <ErrorNote error={error} />;
  if (!run) return undefined;
  return (
    <>
      <PageHead title={historic?.name ?? run.jobId} aside={<RunStatusMark status={run.executionStatus} />}>
        <Link to="/tasks/$taskId" params={{ taskId: run.jobId }} className="button">
          {text('toTask')}
        </Link>
        <Link to="/runs" search={{ task: run.jobId }} className="button">
          {text('other')}
        </Link>
        <RunActions executionId={executionId} taskId={run.jobId} isLive={live} />
      </PageHead>
      {explanation && <RunProgress explanation={explanation} />}
      <RunFacts run={run} historic={historic ?? undefined} contextName={explanation?.contextName} />
      {explanation && <RunValues explanation={explanation} taskId={run.jobId} isLive={live} />}
      <RunComponents executionId={executionId} isLive={live} />
      <RunDatasets executionId={executionId} taskId={run.jobId} isLive={live} />
      <ExecutionLog
        executionId={executionId}
        isLive={live}
        line={line}
        find={find}
        filters={{ severity, from, to, fold }}
        onNavigate={(changed) => void navigate({ search: (search) => ({ ...search, ...changed }), replace: true, resetScroll: false })}
      />
    </>
  );
}
