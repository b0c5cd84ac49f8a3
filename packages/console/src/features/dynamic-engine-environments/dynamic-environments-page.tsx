/** The list of dynamic-engine environments. */
import { useCallback, useState, type ReactNode } from 'react';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { api, useRead } from '../../app/api.ts';
import type { FiltersOf } from '../../app/filters.ts';
import { useOffsetList } from '../../app/lists.ts';
import { useMay } from '../../app/session.tsx';
import { useText, type TextOf } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { DataTable, type TableColumn } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { FilterField } from '../../ui/text-field.tsx';
import { assignmentMessages } from '../dynamic-engines/assignment-messages.ts';
import { EnvironmentStatusMark } from '../dynamic-engines/environment-status.tsx';
import { NewDynamicEnvironment } from './dynamic-environment-dialogs.tsx';
import { dynamicEnvironmentMessages } from './messages.ts';

const route = getRouteApi('/setup/dynamic-engine-environments');

const STATUSES = ['NOT_ASSIGNED', 'SET_UP_REQUIRED', 'READY', 'NOT_READY'] as const;
const SEARCH = 'POST /orchestration/dynamic-engine-environments/search';
const REFRESH_INTERVAL = 5000;
const ANY = 'any';

/** The page. */
export function DynamicEnvironmentsPage(): ReactNode {
  const text = useText(dynamicEnvironmentMessages);
  const states = useText(assignmentMessages);
  const { name, status } = route.useSearch();
  const navigate = route.useNavigate();
  const mayCreate = useMay('SVC_ENVIRONMENT_MANAGEMENT');
  const [isCreating, setIsCreating] = useState(false);
  const { data: engines = [] } = useRead('GET /processing/runtimes/dynamic-engines', {});
  const { rows, error, isPending, hasMore, onEnd, refetch } = useOffsetList<Schema<'DEEnvironment'>>(
    SEARCH,
    { name, status },
    async (page, signal) => {
      const body = { name, status, sortBy: 'NAME', sortOrder: 'ASC', ...page } as const;
      const { items = [], total = 0 } = (await api.call(SEARCH, { body, signal })).body;
      return { items, total };
    },
    { every: REFRESH_INTERVAL },
  );
  const change = useCallback(
    (changed: FiltersOf<'/setup/dynamic-engine-environments'>) =>
      void navigate({ search: (search) => ({ ...search, ...changed }), replace: true }),
    [navigate],
  );
  const onName = useCallback((typed: string) => change({ name: typed || undefined }), [change]);
  const isFiltered = name !== undefined || status !== undefined;
  const create = mayCreate && (
    <ActionButton tone="main" icon="plus" onPress={() => setIsCreating(true)}>
      {text('new')}
    </ActionButton>
  );
  return (
    <div className="page-fill">
      <PageHead title={text('title')}>{create}</PageHead>
      <div className="filters" role="search">
        <FilterField label={text('name')} value={name ?? ''} onChange={onName} />
        <ChoiceField
          label={text('status')}
          value={status ?? ANY}
          options={[{ id: ANY, name: text('any') }, ...STATUSES.map((id) => ({ id, name: states(id) }))]}
          onChange={(chosen) => change({ status: STATUSES.find((known) => known === chosen) })}
        />
      </div>
      {error && <ErrorNote error={error} onRetry={refetch} />}
      <DataTable
        label={text('title')}
        columns={columnsOf(states, (id) => engines.find((engine) => engine.id === id)?.name)}
        rows={rows}
        keyOf={({ id }) => id}
        isLoading={isPending && !error}
        hasMore={hasMore}
        onEnd={onEnd}
        empty={
          <EmptyState title={isFiltered ? text('noneFits') : text('empty')} action={!isFiltered && create}>
            <p>{isFiltered ? text('noneFitsHint') : text('noneHint')}</p>
          </EmptyState>
        }
      />
      {isCreating && <NewDynamicEnvironment onClose={() => setIsCreating(false)} />}
    </div>
  );
}

const columnsOf = (
  states: TextOf<typeof assignmentMessages>,
  engineName: (id: string) => string | undefined,
): TableColumn<Schema<'DEEnvironment'>>[] => [
  { id: 'status', header: states('status'), width: '12rem', cell: ({ status }) => <EnvironmentStatusMark status={status} /> },
  {
    id: 'name',
    header: states('name'),
    cell: ({ id, name }, focus) => (
      <Link {...focus} to="/setup/dynamic-engine-environments/$environmentId" params={{ environmentId: id }} dir="auto" title={name}>
        {name}
      </Link>
    ),
  },
  {
    id: 'engine',
    header: states('dynamicEngine'),
    width: '14rem',
    isWide: true,
    cell: ({ deId }) => <bdi>{(deId !== undefined && engineName(deId)) || '–'}</bdi>,
  },
  { id: 'description', header: states('description'), isWide: true, cell: ({ description }) => <bdi>{description}</bdi> },
];
