/** The last runs of a task. */
import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { serverNow, useRead } from '../../app/api.ts';
import { useLanguage, useText } from '../../text/language.tsx';
import type { TextOf } from '../../text/texts.ts';
import type { Language } from '../../text/languages.ts';
import type { TableColumn } from '../../ui/data-table.tsx';
import { TextLink } from '../../ui/links.tsx';
import { Card, ErrorNote } from '../../ui/page-parts.tsx';
import { ShortTable } from '../../ui/short-table.tsx';
import { AgoText, DurationText } from '../../ui/time-text.tsx';
import { shortErrorText } from '../task-executions/error-text.ts';
import { runMessages } from '../task-executions/messages.ts';
import { isLive, RunStatusMark } from '../task-executions/run-status.tsx';
import { taskMessages } from './messages.ts';

const MAX_SHOWN = 8;
const REFRESH_INTERVAL = 3000;

const useLastRuns = (taskId: string) =>
  useRead(
    'GET /processing/executables/tasks/{taskId}/executions',
    { path: { taskId }, query: { limit: MAX_SHOWN } },
    { every: () => REFRESH_INTERVAL },
  );

/** Whether the last runs of a task are being read for the first time. */
export const useLastRunsArePending = (taskId: string): boolean => useLastRuns(taskId).isPending;

/** The runs, newest first. The list is refreshed while the page is visible. */
export function LastTaskRuns({ taskId }: { taskId: string }): ReactNode {
  const text = useText(taskMessages);
  const runs = useText(runMessages);
  const language = useLanguage();
  const { data, error } = useLastRuns(taskId);
  return (
    <Card title={text('runs')} actions={<TextLink to="/runs" search={{ task: taskId }} name={text('allRuns')} />}>
      <ErrorNote error={error} />
      {data?.items.length === 0 && (
        <p>
          {text('noRuns')} <span className="hint">{text('noRunsHint')}</span>
        </p>
      )}
      {data && data.items.length > 0 && (
        <ShortTable
          label={text('runs')}
          columns={columnsOf(text, runs, language)}
          rows={data.items}
          keyOf={({ executionId }) => executionId}
        />
      )}
    </Card>
  );
}

const columnsOf = (
  text: TextOf<typeof taskMessages>,
  runs: TextOf<typeof runMessages>,
  language: Language,
): TableColumn<Schema<'TaskExecutionStatus'>>[] => [
  {
    id: 'state',
    header: text('state'),
    width: '9.5rem',
    render: ({ executionStatus, misfiredExecutionReason }) => (
      <RunStatusMark status={executionStatus} misfiredReason={misfiredExecutionReason} />
    ),
  },
  {
    id: 'started',
    header: text('started'),
    width: '7rem',
    render: ({ executionId, startTimestamp }) => (
      <Link to="/runs/$executionId" params={{ executionId }}>
        <AgoText at={startTimestamp} />
      </Link>
    ),
  },
  {
    id: 'duration',
    header: text('duration'),
    width: '7rem',
    isWide: true,
    render: ({ executionStatus, startTimestamp, finishTimestamp }) => {
      const end = finishTimestamp ? Date.parse(finishTimestamp) : isLive(executionStatus) ? serverNow() : undefined;
      return <DurationText milliseconds={end === undefined ? undefined : Math.max(end - Date.parse(startTimestamp), 0)} />;
    },
  },
  { id: 'startedBy', header: runs('startedBy'), width: '9rem', isWide: true, render: ({ executionType }) => runs(executionType) },
  {
    id: 'reason',
    header: text('reason'),
    render: ({ errorMessage }) => <bdi className="hint">{errorMessage !== undefined && shortErrorText(errorMessage, language)}</bdi>,
  },
];
