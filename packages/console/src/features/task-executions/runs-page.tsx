/** The list of runs. */
import type { ReactNode } from 'react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEnvironment } from '../../app/environment.tsx';
import { serverNow } from '../../app/api.ts';
import { useLanguage, useText, type TextOf } from '../../text/language.tsx';
import { numberFormat, type Language } from '../../text/messages.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { DataTable, type TableColumn } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { DurationText, TimeText } from '../../ui/time-text.tsx';
import { runMessages } from './messages.ts';
import { isLive, RunStatusMark } from './run-status.tsx';
import { RunFilterBar } from './run-filter-bar.tsx';
import { useRuns, type Run } from './use-runs.ts';

const route = getRouteApi('/runs');

/** The page. */
export function RunsPage(): ReactNode {
  const text = useText(runMessages);
  const language = useLanguage();
  const { environment, after, ...filters } = route.useSearch();
  const navigate = route.useNavigate();
  const { environment: shown } = useEnvironment();
  const { runs, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch, older } = useRuns(shown?.id, filters, after);
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  const clear = (): void => void navigate({ search: { environment } });
  return (
    <div className="page-fill">
      <PageHead title={text('title')} />
      <RunFilterBar
        filters={filters}
        onChange={(changed) => void navigate({ search: (search) => ({ ...search, ...changed, after: undefined }), replace: true })}
      />
      {after !== undefined && (
        <p className="hint">
          {text('olderHint')}{' '}
          <Link to="/runs" search={{ ...filters, environment }}>
            {text('newest')}
          </Link>
        </p>
      )}
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      <DataTable
        key={after}
        label={text('title')}
        columns={columnsOf(text, language)}
        rows={runs}
        keyOf={({ id }) => id}
        isLoading={isPending && !error}
        hasMore={hasNextPage}
        onEnd={() => isFetchingNextPage || void fetchNextPage()}
        empty={
          <EmptyState
            title={text(isFiltered ? 'noMatch' : 'noneYet')}
            action={isFiltered && <ActionButton onPress={clear}>{text('clear')}</ActionButton>}
          >
            <p>{text(isFiltered ? 'noneHint' : 'noneYetHint')}</p>
          </EmptyState>
        }
      />
      {older !== undefined && (
        <p>
          <Link to="/runs" search={{ ...filters, environment, after: older }} className="button">
            {text('older')}
          </Link>
        </p>
      )}
    </div>
  );
}

const columnsOf = (text: TextOf<typeof runMessages>, language: Language): TableColumn<Run>[] => [
  { id: 'status', header: text('status'), width: '10rem', cell: ({ status }) => <RunStatusMark status={status} /> },
  {
    id: 'name',
    header: text('name'),
    cell: ({ id, name, taskId }, focus) =>
      taskId === undefined ? (
        <Link {...focus} to="/plans/runs/$planExecutionId" params={{ planExecutionId: id }} dir="auto" title={name}>
          {name}
        </Link>
      ) : (
        <Link {...focus} to="/runs/$executionId" params={{ executionId: id }} dir="auto" title={name}>
          {name}
        </Link>
      ),
  },
  {
    id: 'started',
    header: text('started'),
    width: '13rem',
    isWide: true,
    cell: ({ runStartTime, triggerTime }) => <TimeText at={runStartTime ?? triggerTime} />,
  },
  {
    id: 'duration',
    header: text('duration'),
    width: '6rem',
    align: 'end',
    isWide: true,
    cell: ({ status, runStartTime, executeDurationMs }) => (
      <DurationText
        milliseconds={
          executeDurationMs ?? (isLive(status) && runStartTime !== undefined ? Math.max(serverNow() - runStartTime, 0) : undefined)
        }
      />
    ),
  },
  { id: 'trigger', header: text('trigger'), width: '7rem', isWide: true, cell: ({ triggerType }) => text(triggerType) },
  {
    id: 'engine',
    header: text('engine'),
    width: '11rem',
    isWide: true,
    cell: ({ engineName, clusterName }) => engineName ?? clusterName ?? '–',
  },
  {
    id: 'rejected',
    header: text('rejected'),
    width: '7rem',
    align: 'end',
    isWide: true,
    cell: ({ numberOfRejectedRows: rows }) => (rows === undefined ? '–' : numberFormat(language).format(rows)),
  },
];
