/** The newest runs of a plan. */
import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { serverNow, useRead } from '../../app/api.ts';
import { useText } from '../../text/language.tsx';
import type { TextOf } from '../../text/texts.ts';
import type { TableColumn } from '../../ui/data-table.tsx';
import { TextLink } from '../../ui/links.tsx';
import { Card, ErrorNote } from '../../ui/page-parts.tsx';
import { ShortTable } from '../../ui/short-table.tsx';
import { AgoText, DurationText } from '../../ui/time-text.tsx';
import { planMessages } from '../plans/messages.ts';
import { PlanStatusMark } from '../plans/plan-status.tsx';
import { runMessages } from '../task-executions/messages.ts';

const MAX_SHOWN = 10;
const REFRESH_INTERVAL = 3000;

/** The card with the list. */
export function RunsOfPlan({ planId, name }: { planId: string; name: string }): ReactNode {
  const text = useText(planMessages);
  const columns = columnsOf(text, useText(runMessages));
  const { data, error } = useRead(
    'GET /processing/executables/plans/{planId}/executions',
    { path: { planId }, query: { limit: MAX_SHOWN } },
    { every: () => REFRESH_INTERVAL },
  );
  return (
    <Card title={text('runs')} actions={<TextLink to="/runs" search={{ plans: 'yes', name }} name={text('allRuns')} />}>
      <ErrorNote error={error} />
      {data?.items.length === 0 && <p className="hint">{text('noRuns')}</p>}
      {data && data.items.length > 0 && (
        <ShortTable label={text('runs')} columns={columns} rows={data.items} keyOf={({ executionId }) => executionId} />
      )}
    </Card>
  );
}

const columnsOf = (text: TextOf<typeof planMessages>, runs: TextOf<typeof runMessages>): TableColumn<Schema<'PlanExecutionStatus'>>[] => [
  { id: 'state', header: text('state'), width: '9.5rem', render: ({ status }) => <PlanStatusMark status={status} /> },
  {
    id: 'started',
    header: text('started'),
    width: '7rem',
    render: ({ executionId, startTimestamp }) => (
      <Link to="/plans/runs/$planExecutionId" params={{ planExecutionId: executionId }}>
        <AgoText at={startTimestamp} />
      </Link>
    ),
  },
  {
    id: 'duration',
    header: text('duration'),
    width: '7rem',
    isWide: true,
    render: ({ startTimestamp, finishTimestamp }) => {
      const end = finishTimestamp === null ? serverNow() : Date.parse(finishTimestamp);
      return <DurationText milliseconds={Math.max(end - Date.parse(startTimestamp), 0)} />;
    },
  },
  {
    id: 'progress',
    header: text('progress'),
    width: '9rem',
    render: (run) => text('progressOf', { done: run.doneExecutableCount, planned: run.plannedExecutableCount }),
  },
  { id: 'startedBy', header: runs('startedBy'), isWide: true, render: ({ executionType }) => text(executionType) },
];
