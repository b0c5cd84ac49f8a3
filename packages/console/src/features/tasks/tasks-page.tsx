/** The list of tasks. */
import { useCallback, type ReactNode } from 'react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEnvironment } from '../../app/environment.tsx';
import type { FiltersOf } from '../../app/filters.ts';
import { useMay } from '../../app/session.tsx';
import { useText, type TextOf } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { DataTable, type TableColumn } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { FilterField } from '../../ui/text-field.tsx';
import { WorkspaceFilter } from '../workspaces/workspace-filter.tsx';
import { taskMessages } from './messages.ts';
import { useRuntimeName } from './runtime-text.ts';
import { useTasks, type ListedTask } from './use-tasks.ts';

const route = getRouteApi('/tasks');

/** The page. */
export function TasksPage(): ReactNode {
  const text = useText(taskMessages);
  const { environment: shown, ...filters } = route.useSearch();
  const navigate = route.useNavigate();
  const { environment } = useEnvironment();
  const runtimeName = useRuntimeName();
  const mayCreate = useMay('SVC_OPERATOR');
  const { rows, error, isPending, hasMore, onEnd, refetch } = useTasks(environment?.id, filters);
  const change = useCallback(
    (changed: FiltersOf<'/tasks'>) => void navigate({ search: (search) => ({ ...search, ...changed }), replace: true }),
    [navigate],
  );
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  return (
    <div className="page-fill">
      <PageHead title={text('title')}>
        <Link to="/artifacts/publish" className="button">
          {text('publish')}
        </Link>
        {mayCreate && (
          <Link to="/tasks/new" className="button main">
            {text('newTask')}
          </Link>
        )}
      </PageHead>
      <TaskFilterBar filters={filters} onChange={change} />
      {error && <ErrorNote error={error} onRetry={refetch} />}
      <DataTable
        label={text('title')}
        columns={columnsOf(text, runtimeName)}
        rows={rows}
        keyOf={({ executable }) => executable}
        isLoading={isPending}
        hasMore={hasMore}
        onEnd={onEnd}
        empty={
          isFiltered ? (
            <EmptyState
              title={text('noMatch')}
              action={<ActionButton onPress={() => void navigate({ search: { environment: shown } })}>{text('clear')}</ActionButton>}
            >
              <p>{text('noneHint')}</p>
            </EmptyState>
          ) : (
            <EmptyState
              title={text('noneYet')}
              action={
                <Link to="/artifacts/publish" className="button main">
                  {text('publish')}
                </Link>
              }
            >
              <p>{text('noneYetHint')}</p>
            </EmptyState>
          )
        }
      />
    </div>
  );
}

function TaskFilterBar({
  filters,
  onChange,
}: {
  filters: FiltersOf<'/tasks'>;
  onChange: (changed: FiltersOf<'/tasks'>) => void;
}): ReactNode {
  const text = useText(taskMessages);
  const onName = useCallback((name: string) => onChange({ name: name || undefined }), [onChange]);
  const onTag = useCallback((tag: string) => onChange({ tag: tag || undefined }), [onChange]);
  return (
    <div className="filters" role="search">
      <FilterField label={text('name')} value={filters.name ?? ''} onChange={onName} />
      <FilterField label={text('tag')} value={filters.tag ?? ''} onChange={onTag} />
      <WorkspaceFilter value={filters.workspace} onChange={(workspace) => onChange({ workspace })} />
      {filters.artifact !== undefined && (
        <ActionButton
          aria-label={text('remove', { name: text('oneArtifact') })}
          icon="close"
          onPress={() => onChange({ artifact: undefined })}
        >
          {text('oneArtifact')}
        </ActionButton>
      )}
    </div>
  );
}

const columnsOf = (text: TextOf<typeof taskMessages>, runtimeName: ReturnType<typeof useRuntimeName>): TableColumn<ListedTask>[] => [
  {
    id: 'state',
    header: text('state'),
    width: '7.5rem',
    cell: ({ taskPauseDetails }) =>
      taskPauseDetails?.pause ? <StatusMark tone="off">{text('paused')}</StatusMark> : <StatusMark tone="good">{text('ready')}</StatusMark>,
  },
  {
    id: 'name',
    header: text('name'),
    cell: ({ executable, name }, focus) => (
      <Link {...focus} to="/tasks/$taskId" params={{ taskId: executable }} dir="auto" title={name}>
        {name}
      </Link>
    ),
  },
  { id: 'workspace', header: text('workspace'), width: '12rem', cell: ({ workspace }) => <bdi>{workspace.name}</bdi> },
  { id: 'engine', header: text('engine'), width: '14rem', isWide: true, cell: ({ runtime }) => <bdi>{runtimeName(runtime)}</bdi> },
];
