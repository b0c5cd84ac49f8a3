/** The list of artifacts. */
import { useCallback, type ReactNode } from 'react';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { useEnvironment } from '../../app/environment.tsx';
import type { FiltersOf } from '../../app/filters.ts';
import { useText, type TextOf } from '../../text/language.tsx';
import { DataTable, type TableColumn } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { FilterField } from '../../ui/text-field.tsx';
import { WorkspaceFilter } from '../workspaces/workspace-filter.tsx';
import { artifactMessages } from './messages.ts';
import { useArtifacts } from './use-artifacts.ts';

const route = getRouteApi('/artifacts');

/** The page. */
export function ArtifactsPage(): ReactNode {
  const text = useText(artifactMessages);
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  const { environment } = useEnvironment();
  const { rows, error, isPending, hasMore, onEnd, refetch } = useArtifacts(environment?.id, filters);
  const change = useCallback(
    (changed: FiltersOf<'/artifacts'>) => void navigate({ search: (search) => ({ ...search, ...changed }), replace: true }),
    [navigate],
  );
  const onName = useCallback((name: string) => change({ name: name || undefined }), [change]);
  const isFiltered = filters.name !== undefined || filters.workspace !== undefined;
  const publish = (
    <Link to="/artifacts/publish" search={{ workspace: filters.workspace }} className="button main">
      {text('publish')}
    </Link>
  );
  return (
    <div className="page-fill">
      <PageHead title={text('title')}>{publish}</PageHead>
      <div className="filters" role="search">
        <FilterField label={text('name')} value={filters.name ?? ''} onChange={onName} />
        <WorkspaceFilter value={filters.workspace} onChange={(workspace) => change({ workspace })} />
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
          <EmptyState title={text(isFiltered ? 'noMatch' : 'noneYet')} action={!isFiltered && publish}>
            <p>{text(isFiltered ? 'noneHint' : 'noneYetHint')}</p>
          </EmptyState>
        }
      />
    </div>
  );
}

const columnsOf = (text: TextOf<typeof artifactMessages>): TableColumn<Schema<'Artifact'>>[] => [
  {
    id: 'name',
    header: text('name'),
    cell: ({ id, name }, focus) => (
      <Link {...focus} to="/artifacts/$artifactId" params={{ artifactId: id }} dir="auto" title={name}>
        {name}
      </Link>
    ),
  },
  { id: 'newest', header: text('newest'), width: '13rem', cell: ({ versions }) => versions[0] },
  { id: 'versions', header: text('versions'), width: '6.5rem', align: 'end', isWide: true, cell: ({ versions }) => versions.length },
  { id: 'type', header: text('type'), width: '11rem', isWide: true, cell: ({ type }) => text(type) },
  { id: 'workspace', header: text('workspace'), width: '12rem', cell: ({ workspace }) => <bdi>{workspace.name}</bdi> },
];
