/** The list of plans. */
import { useCallback, type ReactNode } from 'react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { api, useRead } from '../../app/api.ts';
import type { FiltersOf } from '../../app/filters.ts';
import { useEnvironment } from '../../app/environment.tsx';
import { useMay } from '../../app/session.tsx';
import { useText, type TextOf } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { DataTable, type TableColumn } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { FilterField } from '../../ui/text-field.tsx';
import { planMessages } from './messages.ts';
import { stepsOfChart } from './plan-draft.ts';
import { PlanStatusMark } from './plan-status.tsx';

const route = getRouteApi('/plans');

type Plan = Schema<'PlanExecutableDetails'>;

const LIST = 'GET /orchestration/executables/plans';
const PAGE_SIZE = 100;
const REFRESH_INTERVAL = 5000;
const ANY = 'any';

/** The page. */
export function PlansPage(): ReactNode {
  const text = useText(planMessages);
  const { environment: _environment, ...filters } = route.useSearch();
  const navigate = route.useNavigate();
  const { environment } = useEnvironment();
  const { plans, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = usePlans(environment?.id, filters);
  const { data: workspaces = [] } = useRead(
    'GET /orchestration/workspaces',
    { query: { query: `environment.id==${environment?.id}` } },
    { enabled: environment !== undefined },
  );
  const mayCreate = useMay('SVC_OPERATOR');
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  const set = useCallback(
    (changed: FiltersOf<'/plans'>) => void navigate({ search: (search) => ({ ...search, ...changed }), replace: true }),
    [navigate],
  );
  const onName = useCallback((name: string) => set({ name: name || undefined }), [set]);
  const create = mayCreate && (
    <Link to="/plans/new" className="button main">
      {text('new')}
    </Link>
  );
  return (
    <div className="page-fill">
      <PageHead title={text('title')}>{create}</PageHead>
      <div className="filters" role="search">
        <FilterField label={text('name')} value={filters.name ?? ''} placeholder={text('nameHint')} onChange={onName} />
        <ChoiceField
          label={text('workspace')}
          value={filters.workspace ?? ANY}
          options={[{ id: ANY, name: text('any') }, ...workspaces.map(({ id = '', name = '' }) => ({ id, name }))]}
          onChange={(workspace) => set({ workspace: workspace === ANY ? undefined : workspace })}
        />
        {filters.task !== undefined && (
          <ActionButton aria-label={text('remove', { name: text('oneTask') })} icon="close" onPress={() => set({ task: undefined })}>
            {text('oneTask')}
          </ActionButton>
        )}
      </div>
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      <DataTable
        label={text('title')}
        columns={columnsOf(text)}
        rows={plans}
        keyOf={({ executable }) => executable}
        isLoading={isPending && !error}
        hasMore={hasNextPage}
        onEnd={() => isFetchingNextPage || void fetchNextPage()}
        empty={
          <EmptyState title={text(isFiltered ? 'noMatch' : 'noneYet')} action={!isFiltered && create}>
            <p>{text(isFiltered ? 'noneHint' : 'noneYetHint')}</p>
          </EmptyState>
        }
      />
    </div>
  );
}

function usePlans(environmentId: string | undefined, { name, workspace, task }: FiltersOf<'/plans'>) {
  const query = useInfiniteQuery({
    queryKey: [LIST, environmentId, name, workspace, task],
    enabled: environmentId !== undefined,
    initialPageParam: 0,
    queryFn: async ({ pageParam, signal }) =>
      (
        await api.call(LIST, {
          query: { environmentId, name, workspaceId: workspace, taskId: task, limit: PAGE_SIZE, offset: pageParam },
          signal,
        })
      ).body,
    getNextPageParam: ({ offset, items, total }) => (offset + items.length < total ? offset + items.length : undefined),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) > 1 ? false : REFRESH_INTERVAL),
  });
  return { ...query, plans: query.data?.pages.flatMap(({ items }) => items) ?? [] };
}

const columnsOf = (text: TextOf<typeof planMessages>): TableColumn<Plan>[] => [
  {
    id: 'name',
    header: text('name'),
    cell: ({ executable, name }, focus) => (
      <Link {...focus} to="/plans/$planId" params={{ planId: executable }} dir="auto" title={name}>
        {name}
      </Link>
    ),
  },
  {
    id: 'status',
    header: text('lastRun'),
    width: '11rem',
    cell: ({ status, planPauseDetails }) =>
      planPauseDetails?.pause ? <StatusMark tone="off">{text('paused')}</StatusMark> : <PlanStatusMark status={status} />,
  },
  {
    id: 'workspace',
    header: text('workspace'),
    width: '14rem',
    isWide: true,
    cell: ({ workspace }) => (
      <span dir="auto" title={workspace?.name}>
        {workspace?.name}
      </span>
    ),
  },
  {
    id: 'steps',
    header: text('steps'),
    isWide: true,
    cell: ({ chart }) => {
      const names = stepsOfChart(chart).map((step) => step.name);
      return <span title={names.join(' → ')}>{names.join(' → ')}</span>;
    },
  },
];
