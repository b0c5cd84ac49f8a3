/** The list of resources. */
import { useCallback, useState, type ReactNode } from 'react';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { api } from '../../app/api.ts';
import type { FiltersOf } from '../../app/filters.ts';
import { useEnvironment } from '../../app/environment.tsx';
import { useOffsetList } from '../../app/lists.ts';
import { useText, type TextOf } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { DataTable, type TableColumn } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { FilterField } from '../../ui/text-field.tsx';
import { WorkspaceFilter } from '../workspaces/workspace-filter.tsx';
import { resourceMessages } from './messages.ts';
import { NewResourceDialog } from './new-resource.tsx';

const route = getRouteApi('/setup/resources');

const LIST = 'GET /orchestration/resources';

/** The page. */
export function ResourcesPage(): ReactNode {
  const text = useText(resourceMessages);
  const { name, workspace } = route.useSearch();
  const navigate = route.useNavigate();
  const { environment } = useEnvironment();
  const [isCreating, setIsCreating] = useState(false);
  const { rows, error, isPending, hasMore, onEnd, refetch } = useOffsetList<Schema<'Resource'>>(
    LIST,
    { environmentId: environment?.id, name, workspace },
    async (page, signal) => {
      const query = { environmentId: environment?.id, name, workspaceId: workspace, ...page };
      return (await api.call(LIST, { query, signal })).body;
    },
    { enabled: environment !== undefined },
  );
  const change = useCallback(
    (changed: FiltersOf<'/setup/resources'>) => void navigate({ search: (search) => ({ ...search, ...changed }), replace: true }),
    [navigate],
  );
  const onName = useCallback((typed: string) => change({ name: typed || undefined }), [change]);
  const isFiltered = name !== undefined || workspace !== undefined;
  const create = (
    <ActionButton tone="main" icon="plus" onPress={() => setIsCreating(true)}>
      {text('new')}
    </ActionButton>
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
      {isCreating && <NewResourceDialog workspace={workspace} onClose={() => setIsCreating(false)} />}
    </div>
  );
}

const columnsOf = (text: TextOf<typeof resourceMessages>): TableColumn<Schema<'Resource'>>[] => [
  {
    id: 'name',
    header: text('name'),
    cell: ({ id, name }, focus) => (
      <Link {...focus} to="/setup/resources/$resourceId" params={{ resourceId: id }} dir="auto" title={name}>
        {name}
      </Link>
    ),
  },
  { id: 'kind', header: text('kind'), width: '8rem', cell: ({ file }) => text(file ? 'file' : 'folder') },
  { id: 'workspace', header: text('workspace'), width: '12rem', cell: ({ workspaceInfo }) => <bdi>{workspaceInfo.name}</bdi> },
  { id: 'description', header: text('description'), isWide: true, cell: ({ description }) => <bdi>{description}</bdi> },
];
