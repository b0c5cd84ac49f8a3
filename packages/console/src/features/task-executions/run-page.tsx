/** One run: its facts, the explanation of its state, and its log. */
import { useState, type ReactNode } from 'react';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { isRefused, useChange, useRead } from '../../app/api.ts';
import { useLanguage, useText, type TextOf } from '../../text/language.tsx';
import { numberFormat } from '../../text/messages.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import type { TableColumn } from '../../ui/data-table.tsx';
import { ConfirmDialog } from '../../ui/dialogs.tsx';
import { ButtonLink, TextLink } from '../../ui/links.tsx';
import { Card, ErrorNote, PageHead, FactsCard } from '../../ui/page-parts.tsx';
import { ShortTable } from '../../ui/short-table.tsx';
import { ExecutionLog } from '../execution-logs/execution-log.tsx';
import { runMessages } from './messages.ts';
import { RunComponents, RunDatasets } from './run-components.tsx';
import { RunProgress } from './run-progress.tsx';
import { isLive, RunStatusMark, useHistoricRun, useStartRun, type Run } from './run-status.tsx';
import './run.css';

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
      <PageHead
        title={historic?.name ?? run.jobId}
        aside={<RunStatusMark status={run.executionStatus} misfiredReason={run.misfiredExecutionReason} />}
      >
        <ButtonLink to="/tasks/$taskId" params={{ taskId: run.jobId }} name={text('toTask')} />
        <ButtonLink to="/runs" search={{ task: run.jobId }} name={text('other')} />
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

type RunActionsProps = { executionId: string; taskId: string; isLive: boolean };

/** The buttons that stop the run and run its task again. */
function RunActions({ executionId, taskId, isLive }: RunActionsProps): ReactNode {
  const text = useText(runMessages);
  const [isAsking, setIsAsking] = useState(false);
  const stop = useChange('DELETE /processing/executions/{executionId}', {
    refreshes: ['GET /processing/executions/{executionId}', 'POST /monitoring/observability/executions/search'],
    notice: text('runStopped'),
    onDone: () => setIsAsking(false),
  });
  const restart = useStartRun(text('startedAgain'));
  return (
    <>
      {isLive ? (
        <ActionButton icon="stop" onPress={() => setIsAsking(true)}>
          {text('stop')}
        </ActionButton>
      ) : (
        <ActionButton icon="play" isPending={restart.isPending} onPress={() => restart.mutate({ body: { executable: taskId } })}>
          {text('runAgain')}
        </ActionButton>
      )}
      <ErrorNote error={restart.error} />
      <ConfirmDialog
        title={text('stopTitle')}
        action={text('stop')}
        isOpen={isAsking}
        change={stop}
        onConfirm={() => stop.mutate({ path: { executionId } })}
        onClose={() => setIsAsking(false)}
      >
        <p>{text('stopHint')}</p>
      </ConfirmDialog>
    </>
  );
}

/** The facts of the run, with names from the history. */
function RunFacts({
  run,
  historic,
  contextName,
}: {
  run: Schema<'JobExecutionStatus'>;
  historic: Run | undefined;
  contextName: string | undefined;
}): ReactNode {
  const text = useText(runMessages);
  const number = numberFormat(useLanguage());
  const rows = (count: number | undefined): string | undefined => (count === undefined ? undefined : number.format(count));
  const linkTo = (executionId: string | undefined): ReactNode =>
    executionId !== undefined && (
      <Link to="/runs/$executionId" params={{ executionId }}>
        <code>{executionId}</code>
      </Link>
    );
  return (
    <FactsCard
      facts={[
        [text('task'), <TextLink key="task" to="/tasks/$taskId" params={{ taskId: run.jobId }} name={historic?.name ?? run.jobId} />],
        [text('artifact'), historic?.artifactName && `${historic.artifactName} ${historic.artifactVersion ?? ''}`],
        [text('taskVersion'), run.jobVersion],
        [text('context'), contextName],
        [text('engine'), historic?.engineName ?? historic?.clusterName],
        [text('trigger'), text(run.executionType)],
        [text('startedBy'), historic?.operatorName],
        [text('account'), historic?.authorName],
        [text('processed'), rows(run.numberOfProcessedRows)],
        [text('rejectedRows'), rows(run.numberOfRejectedRows)],
        [text('timeLimit'), run.timeout !== undefined && text('minutes', { count: run.timeout })],
        [text('attempt'), run.attempt],
        [text('firstAttempt'), linkTo(run.firstExecutionId)],
        [text('nextAttempt'), linkTo(run.nextExecutionId)],
        [text('tags'), historic?.tags?.join(', ')],
        [text('id'), <code key="id">{run.executionId}</code>],
      ]}
    />
  );
}

type RunValuesProps = { explanation: Schema<'Explanation'>; taskId: string; isLive: boolean };

/**
 * The values and the context with which a run was started, if there are any, and a new run with them. The task may have other ones by now. Of a secret
 * parameter only the name is known.
 */
function RunValues({ explanation: { parameters, secretParameters, contextName }, taskId, isLive }: RunValuesProps): ReactNode {
  const text = useText(runMessages);
  const restart = useStartRun(text('startedAgain'));
  const rows = [
    ...Object.entries(parameters).map(([name, value]) => ({ name, value })),
    ...secretParameters.map((name) => ({ name, value: undefined })),
  ].sort((a, b) => a.name.localeCompare(b.name));
  if (rows.length === 0 && contextName === undefined) return undefined;
  return (
    <Card
      title={text('values')}
      actions={
        !isLive && (
          <ActionButton
            icon="play"
            isPending={restart.isPending}
            onPress={() => restart.mutate({ body: { executable: taskId, parameters, ...(contextName !== undefined && { contextName }) } })}
          >
            {text(rows.length === 0 ? 'againInContext' : 'againWithValues')}
          </ActionButton>
        )
      }
    >
      <ErrorNote error={restart.error} />
      {rows.length > 0 && <ShortTable label={text('values')} columns={columnsOf(text)} rows={rows} keyOf={({ name }) => name} />}
      {contextName !== undefined && <p className="hint">{text('othersOfContext', { name: contextName })}</p>}
    </Card>
  );
}

type RunValue = { name: string; value: string | undefined };

const columnsOf = (text: TextOf<typeof runMessages>): TableColumn<RunValue>[] => [
  { id: 'parameter', header: text('parameter'), render: ({ name }) => <code>{name}</code> },
  { id: 'value', header: text('value'), render: ({ value }) => (value === undefined ? <i>{text('secretValue')}</i> : <bdi>{value}</bdi>) },
];
