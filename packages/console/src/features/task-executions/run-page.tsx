/** One run: a strip with its state, why it failed or waits, its log, and a panel with its details. */
import { useEffect, useState, type ReactNode } from 'react';
import { getRouteApi } from '@tanstack/react-router';
import { isRefused, useRead } from '../../app/api.ts';
import { storedText, storeText } from '../../app/browser-storage.ts';
import { CHANGES_CONNECTIONS } from '../../app/needs.ts';
import { useRightsAreRead } from '../../app/own-rights.ts';
import { ErrorNote } from '../../ui/page-parts.tsx';
import { ExecutionLog } from '../execution-logs/execution-log.tsx';
import { useLack } from '../workspace-permissions/lack.tsx';
import { RunNotice } from './run-notice.tsx';
import { RunPanel } from './run-panel.tsx';
import { isUnreached } from './next-steps.ts';
import { RunStrip } from './run-strip.tsx';
import { useHistoricRun } from './read-runs.ts';
import { isLive } from './run-status.tsx';
import styles from './run-page.module.css';

const route = getRouteApi('/runs/$executionId');

/** The page. */
export function RunPage(): ReactNode {
  const { executionId } = route.useParams();
  return <RunView key={executionId} executionId={executionId} />;
}

const REFRESH_INTERVAL = 1500;
/** Whether the panel is open, in this browser. */
const PANEL_KEY = 'millrace.run-panel';

function RunView({ executionId }: { executionId: string }): ReactNode {
  const { line, find, severity, from, to, fold } = route.useSearch();
  const navigate = route.useNavigate();
  const [isOpenedByPerson, setIsOpenedByPerson] = useState(false);
  const [hasPanel, setHasPanel] = useState(() => storedText(PANEL_KEY) !== 'closed');
  const path = { executionId };
  const { data: run, error } = useRead(
    'GET /processing/executions/{executionId}',
    { path },
    { every: (body) => body !== undefined && isLive(body.executionStatus) && REFRESH_INTERVAL },
  );
  const isRunLive = run !== undefined && isLive(run.executionStatus);
  const { data: explanation } = useRead(
    'GET /processing/executions/{executionId}/explanation',
    { path },
    // The explanation is read on its own, so it may still be from before the end of the run.
    { every: (body) => (isRunLive || (body !== undefined && isLive(body.executionStatus))) && REFRESH_INTERVAL },
  );
  const { data: workspaces } = useRead('GET /orchestration/workspaces', { query: {} });
  const environmentId = workspaces?.find(({ id }) => id === run?.workspaceId)?.environment?.id;
  const hasNoHistory = workspaces !== undefined && run !== undefined && environmentId === undefined;
  const { data: historic = hasNoHistory ? null : undefined } = useHistoricRun(environmentId, executionId, isRunLive);
  // The connections of the task, if its run could not open one.
  const areRightsRead = useRightsAreRead();
  const mayTest = useLack(CHANGES_CONNECTIONS) === undefined && areRightsRead;
  const testsConnections = mayTest && explanation !== undefined && isUnreached(explanation);
  const task = useRead(
    'GET /orchestration/executables/tasks/{taskId}',
    { path: { taskId: run?.jobId ?? '' } },
    { enabled: run !== undefined && testsConnections },
  );
  const title = historic?.name ?? run?.jobId;
  useEffect(() => {
    if (title !== undefined) document.title = `${title} · Millrace`;
  }, [title]);
  // The right to see the run may have been withdrawn.
  if (error && (!run || isRefused(error))) return <ErrorNote error={error} />;
  // What stands above the log depends on all of them, so that the log does not move.
  if (!run || !explanation || historic === undefined || !areRightsRead || (testsConnections && task.isPending)) return undefined;
  function togglePanel(): void {
    setHasPanel(!hasPanel);
    setIsOpenedByPerson(!hasPanel);
    storeText(PANEL_KEY, hasPanel ? 'closed' : 'open');
  }
  const parts = { run, explanation, historic, isLive: isRunLive };
  return (
    <div className={styles['page']}>
      <RunStrip {...parts} hasPanel={hasPanel} onPanel={togglePanel} />
      <RunNotice {...parts} connections={task.data?.connections} />
      <div className={styles['body']}>
        <ExecutionLog
          executionId={executionId}
          isLive={isRunLive}
          failedLine={explanation.reasons[0]?.evidence.lastErrorIndex}
          line={line}
          find={find}
          filters={{ severity, from, to, fold }}
          onNavigate={(changed) => void navigate({ search: (search) => ({ ...search, ...changed }), replace: true, resetScroll: false })}
        />
        {hasPanel && <RunPanel {...parts} isOpenedByPerson={isOpenedByPerson} />}
      </div>
    </div>
  );
}
