/** The columns of a dataset. */
import type { ReactNode } from 'react';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { useRead } from '../../app/api.ts';
import { useText, type TextOf } from '../../text/language.tsx';
import { DataTable, type TableColumn } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { ColumnDialog } from './column-dialog.tsx';
import { datasetPageMessages } from './dataset-messages.ts';
import { QualityBar } from './quality-bar.tsx';

const route = getRouteApi('/catalogue/datasets/$datasetId');

type DatasetColumnsProps = { datasetId: string; mayChange: boolean };

/** The list; the open column is part of the URL. */
export function DatasetColumns({ datasetId, mayChange }: DatasetColumnsProps): ReactNode {
  const text = useText(datasetPageMessages);
  const { column: open } = route.useSearch();
  const navigate = route.useNavigate();
  const { data, error, isPending } = useRead('GET /datasets/{datasetId}/columns', { path: { datasetId } });
  const shown = data?.find(({ path }) => path === open);
  return (
    <section className="card dataset-columns">
      <h2>{text('columns')}</h2>
      {error && <ErrorNote error={error} />}
      <DataTable
        label={text('columns')}
        columns={columnsOf(text)}
        rows={data ?? []}
        keyOf={({ path }) => path}
        isLoading={isPending && !error}
        empty={
          <EmptyState title={text('noColumns')}>
            <p>{text('noColumnsHint')}</p>
          </EmptyState>
        }
      />
      {shown && (
        <ColumnDialog
          datasetId={datasetId}
          column={shown}
          mayChange={mayChange}
          onClose={() => void navigate({ search: (search) => ({ ...search, column: undefined }), resetScroll: false })}
        />
      )}
    </section>
  );
}

const columnsOf = (text: TextOf<typeof datasetPageMessages>): TableColumn<Schema<'ColumnDescription'>>[] => [
  {
    id: 'path',
    header: text('column'),
    cell: ({ path, description }, focus) => (
      <Link
        {...focus}
        from="/catalogue/datasets/$datasetId"
        to="."
        search={(search) => ({ ...search, column: path })}
        resetScroll={false}
        dir="auto"
        title={description || path}
      >
        {path}
      </Link>
    ),
  },
  {
    id: 'type',
    header: text('type'),
    width: '11rem',
    cell: ({ type, nativeType, nullable }) => (
      <span title={nativeType}>
        {type}
        {nullable === true && <span className="hint"> {text('nullable')}</span>}
      </span>
    ),
  },
  { id: 'key', header: text('key'), width: '8rem', isWide: true, cell: ({ primaryKey }) => primaryKey && text('primaryKey') },
  { id: 'semantic', header: text('semanticType'), width: '9rem', isWide: true, cell: ({ semanticType }) => <bdi>{semanticType}</bdi> },
  { id: 'comment', header: text('comment'), isWide: true, cell: ({ comment }) => <bdi title={comment}>{comment}</bdi> },
  { id: 'quality', header: text('quality'), width: '21rem', isWide: true, cell: ({ quality }) => <QualityBar quality={quality} /> },
];
