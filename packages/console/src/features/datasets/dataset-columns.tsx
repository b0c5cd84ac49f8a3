/** The columns of a dataset. */
import type { ReactNode } from 'react';
import { getRouteApi } from '@tanstack/react-router';
import { useWholeList } from '../../app/lists.ts';
import { useText } from '../../text/language.tsx';
import { DataTable, NameLink } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
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
  const list = useWholeList('GET /datasets/{datasetId}/columns', { path: { datasetId } });
  const shown = list.rows.find(({ path }) => path === open);
  return (
    <section className="card dataset-columns">
      <h2>{text('columns')}</h2>
      <DataTable
        text={text}
        label={text('columns')}
        list={list}
        keyOf={({ path }) => path}
        columns={[
          {
            id: 'column',
            render: ({ path, description }, focus) => (
              <NameLink
                {...focus}
                from="/catalogue/datasets/$datasetId"
                to="."
                search={(search) => ({ ...search, column: path })}
                resetScroll={false}
                name={path}
                title={description || path}
              />
            ),
          },
          {
            id: 'type',
            width: '11rem',
            render: ({ type, nativeType, nullable }) => (
              <span title={nativeType}>
                {type}
                {nullable === true && <span className="hint"> {text('nullable')}</span>}
              </span>
            ),
          },
          { id: 'key', width: '8rem', isWide: true, render: ({ primaryKey }) => primaryKey && text('primaryKey') },
          { id: 'semanticType', width: '9rem', isWide: true, render: ({ semanticType }) => <bdi>{semanticType}</bdi> },
          { id: 'comment', isWide: true, render: ({ comment }) => <bdi title={comment}>{comment}</bdi> },
          { id: 'quality', width: '21rem', isWide: true, render: ({ quality }) => <QualityBar quality={quality} /> },
        ]}
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
