/** The list of connections. */
import { useCallback, type ReactNode } from 'react';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { api } from '../../app/api.ts';
import type { FiltersOf } from '../../app/filters.ts';
import { useEnvironment } from '../../app/environment.tsx';
import { useOffsetList } from '../../app/lists.ts';
import { useMay } from '../../app/session.tsx';
import { useText, type TextOf } from '../../text/language.tsx';
import { DataTable, type TableColumn } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { FilterField } from '../../ui/text-field.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { WorkspaceFilter } from '../workspaces/workspace-filter.tsx';
import { connectionMessages } from './messages.ts';

const route = getRouteApi('/setup/connections');

const LIST = 'GET /orchestration/connections';

/** The page. */
export function ConnectionsPage(): ReactNode {
  const text = useText(connectionMessages);
  const { name, workspace } = route.useSearch();
  const navigate = route.useNavigate();
  const { environment } = useEnvironment();
  const mayCreate = useMay('SVC_CONNECTION_RESOURCE_EDIT', 'SVC_OPERATOR');
  const { rows, error, isPending, hasMore, onEnd, refetch } = useOffsetList<Schema<'ConnectionDetails'>>(
    LIST,
    { environmentId: environment?.id, name, workspace },
    async (page, signal) => {
      const query = { environmentId: environment?.id, name, workspaceId: workspace, ...page };
      return (await api.call(LIST, { query, signal })).body;
    },
    { enabled: environment !== undefined },
  );
  const change = useCallback(
    (changed: FiltersOf<'/setup/connections'>) => void navigate({ search: (search) => ({ ...search, ...changed }), replace: true }),
    [navigate],
  );
  const onName = useCallback((typed: string) => change({ name: typed || undefined }), [change]);
  const isFiltered = name !== undefined || workspace !== undefined;
  const create = mayCreate && (
    <Link to="/setup/connections/new" search={{ workspace }} className="button main">
      {text('new')}
    </Link>
  );
  return (
    <div className="page-fill">
      <PageHead title={text('title')}>{create}</PageHead>
      <div className="filters" role="search">
        <FilterField label={text('name')} value={name ?? ''} onChange={onName} />
        <WorkspaceFilter value={workspace} onChange={(id) => change({ workspace: id })} />
      </div>
      {error && <ErrorNote error={error} onRetry={refetch} />}
      <DataTable
        label={text('title')}
        columns={columnsOf(text)}
        rows={rows}
        keyOf={({ id }) => id}
        isLoading={isPending}
        hasMore={hasMore}
        onEnd={onEnd}
        empty={
          <EmptyState title={text(isFiltered ? 'noMatch' : 'noneYet')} action={!isFiltered && create}>
            <p>{text(isFiltered ? 'noneHint' : 'noneYetHint')}</p>
          </EmptyState>
        }
      />
    </div>
  );
}

const columnsOf = (text: TextOf<typeof connectionMessages>): TableColumn<Schema<'ConnectionDetails'>>[] => [
  {
    id: 'name',
    header: text('name'),
    cell: ({ id, name }, focus) => (
      <Link {...focus} to="/setup/connections/$connectionId" params={{ connectionId: id }} dir="auto" title={name}>
        {name}
      </Link>
    ),
  },
  { id: 'app', header: text('app'), width: '10rem', cell: ({ app }) => <bdi>{app}</bdi> },
  { id: 'workspace', header: text('workspace'), width: '12rem', cell: ({ workspace }) => <bdi>{workspace.name}</bdi> },
  {
    id: 'changed',
    header: text('changed'),
    width: '12rem',
    isWide: true,
    cell: ({ createDate, updateDate }) => <TimeText at={updateDate ?? createDate} form="minute" />,
  },
];
