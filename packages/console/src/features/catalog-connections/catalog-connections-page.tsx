/** The list of the connections of the catalogue. */
import { useCallback, type ReactNode } from 'react';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { useRead } from '../../app/api.ts';
import { useMay } from '../../app/session.tsx';
import { useText, type TextOf } from '../../text/language.tsx';
import { DataTable, type TableColumn } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { FilterField } from '../../ui/text-field.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { catalogConnectionMessages } from './messages.ts';

const route = getRouteApi('/catalogue/connections');

/** The page. */
export function CatalogConnectionsPage(): ReactNode {
  const text = useText(catalogConnectionMessages);
  const { name = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const mayCreate = useMay('SVC_CONNECTION_RESOURCE_EDIT', 'SVC_OPERATOR');
  const { data, error, isPending, refetch } = useRead('GET /connections', {});
  const onName = useCallback(
    (typed: string) => void navigate({ search: (search) => ({ ...search, name: typed || undefined }), replace: true }),
    [navigate],
  );
  const create = mayCreate && (
    <Link to="/catalogue/connections/new" className="button main">
      {text('new')}
    </Link>
  );
  return (
    <div className="page-fill">
      <PageHead title={text('title')}>{create}</PageHead>
      <div className="filters" role="search">
        <FilterField label={text('name')} value={name} onChange={onName} />
      </div>
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      <DataTable
        label={text('title')}
        columns={columnsOf(text)}
        // The answer has all connections, without pages.
        rows={data?.filter(({ label }) => label.toLowerCase().includes(name.toLowerCase())) ?? []}
        keyOf={({ id = '' }) => id}
        isLoading={isPending && !error}
        empty={
          !error && (
            <EmptyState title={name === '' ? text('empty') : text('noneFits')} action={name === '' && create}>
              <p>{name === '' ? text('noneHint') : text('noneFitsHint')}</p>
            </EmptyState>
          )
        }
      />
    </div>
  );
}

const columnsOf = (text: TextOf<typeof catalogConnectionMessages>): TableColumn<Schema<'ConnectionListView'>>[] => [
  {
    id: 'name',
    header: text('name'),
    cell: ({ id = '', label }, focus) => (
      <Link {...focus} to="/catalogue/connections/$connectionId" params={{ connectionId: id }} dir="auto" title={label}>
        {label}
      </Link>
    ),
  },
  { id: 'type', header: text('type'), width: '9rem', cell: ({ typeLabel }) => typeLabel },
  { id: 'datasets', header: text('datasets'), width: '7rem', align: 'end', cell: ({ datasetsCount }) => datasetsCount },
  { id: 'tags', header: text('catalogTags'), width: '14rem', isWide: true, cell: ({ tags }) => <bdi>{tags?.join(', ')}</bdi> },
  {
    id: 'changed',
    header: text('changed'),
    width: '12rem',
    isWide: true,
    cell: ({ updated }) => <TimeText at={updated} form="minute" />,
  },
];
