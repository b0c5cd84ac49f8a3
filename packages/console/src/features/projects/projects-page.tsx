/** The list of projects. */
import { useCallback, useState, type ReactNode } from 'react';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { api } from '../../app/api.ts';
import { useOffsetList } from '../../app/lists.ts';
import { useText, type TextOf } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { DataTable, type TableColumn } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { FilterField } from '../../ui/text-field.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { projectMessages } from './messages.ts';
import { NewProject } from './project-dialogs.tsx';

const route = getRouteApi('/setup/projects');

const LIST = 'GET /orchestration/projects';

/** The page. */
export function ProjectsPage(): ReactNode {
  const text = useText(projectMessages);
  const { name } = route.useSearch();
  const navigate = route.useNavigate();
  const [isCreating, setIsCreating] = useState(false);
  const { rows, error, isPending, hasMore, onEnd, refetch } = useOffsetList<Schema<'Project'>>(LIST, name, async (page, signal) => {
    const query = { projectName: name, ...page };
    return (await api.call(LIST, { query, signal })).body;
  });
  const onName = useCallback(
    (typed: string) => void navigate({ search: (search) => ({ ...search, name: typed || undefined }), replace: true }),
    [navigate],
  );
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
          name === undefined ? (
            <EmptyState title={text('noneYet')} action={create}>
              <p>{text('noneYetHint')}</p>
            </EmptyState>
          ) : (
            <EmptyState title={text('noMatch')} />
          )
        }
      />
      {isCreating && <NewProject onClose={() => setIsCreating(false)} />}
    </div>
  );
}

const columnsOf = (text: TextOf<typeof projectMessages>): TableColumn<Schema<'Project'>>[] => [
  {
    id: 'name',
    header: text('name'),
    cell: ({ id, name }, focus) => (
      <Link {...focus} to="/setup/projects/$projectId" params={{ projectId: id }} dir="auto" title={name}>
        {name}
      </Link>
    ),
  },
  { id: 'owner', header: text('owner'), width: '10rem', cell: ({ owner }) => <bdi>{owner}</bdi> },
  { id: 'url', header: text('url'), isWide: true, cell: ({ url }) => <bdi title={url}>{url}</bdi> },
  {
    id: 'changed',
    header: text('changed'),
    width: '12rem',
    isWide: true,
    cell: ({ updateDate }) => <TimeText at={updateDate} form="minute" />,
  },
];
