/** The columns of a dataset: their list, and the dialog of one column. */
import type { ReactNode } from 'react';
import { getRouteApi } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { useChange, useRead } from '../../app/api.ts';
import { useWholeList } from '../../app/lists.ts';
import { useText } from '../../text/language.tsx';
import { ChangeForm } from '../../ui/change-form.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { NameLink } from '../../ui/links.tsx';
import { ModalDialog } from '../../ui/dialogs.tsx';
import { EmptyState, FactList } from '../../ui/page-parts.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { DATASET_READS } from './dataset-actions.tsx';
import { QualityBar } from './dataset-marks.tsx';
import { datasetPageMessages } from './messages.ts';
import styles from './dataset.module.css';

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
    <section className={`card ${styles['columns']}`}>
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
            width: '12.5rem',
            render: ({ type, nativeType, nullable, primaryKey }) => (
              <span title={nativeType}>
                {type} {primaryKey && <span className="hint">{text('primaryKey')}</span>}
                {nullable === true && <span className="hint">{text('nullable')}</span>}
              </span>
            ),
          },
          { id: 'semanticType', width: '9rem', isWide: true, render: ({ semanticType }) => <bdi>{semanticType}</bdi> },
          { id: 'comment', isWide: true, render: ({ comment }) => <bdi title={comment}>{comment}</bdi> },
          { id: 'quality', width: '17.5rem', isWide: true, render: ({ quality }) => <QualityBar quality={quality} /> },
        ]}
        empty={<EmptyState title={text('noColumns')} hint={text('noColumnsHint')} />}
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

type ColumnDialogProps = { datasetId: string; column: Schema<'ColumnDescription'>; mayChange: boolean; onClose: () => void };

/** One column of a dataset: its facts, and a form for the values that people can change. */
function ColumnDialog({ datasetId, column, mayChange, onClose }: ColumnDialogProps): ReactNode {
  const text = useText(datasetPageMessages);
  return (
    <ModalDialog title={column.path} onClose={onClose}>
      <FactList
        facts={[
          [text('description'), !mayChange && column.description],
          [text('type'), column.type],
          [text('nativeType'), column.nativeType],
          [text('key'), column.primaryKey && text('primaryKey')],
          [text('nullable'), column.nullable === undefined ? undefined : text(column.nullable ? 'yes' : 'no')],
          [text('semanticType'), column.semanticType],
          [text('comment'), column.comment],
          [text('quality'), column.quality && <QualityBar key="quality" quality={column.quality} />],
        ]}
      />
      {mayChange && (
        <div className={styles['columnForm']}>
          <ColumnForm datasetId={datasetId} column={column} onClose={onClose} />
        </div>
      )}
    </ModalDialog>
  );
}

const KEEP = 'keep';
const AUTO = 'auto';
/** A prefix for the ids of types in the list, so that no type has the id of another choice. */
const TYPE_PREFIX = 'type ';

function ColumnForm({ datasetId, column, onClose }: Omit<ColumnDialogProps, 'mayChange'>): ReactNode {
  const text = useText(datasetPageMessages);
  const [{ description, chosen }, draft] = useDraft({ description: column.description, chosen: KEEP });
  const { data: types } = useRead('GET /datasets/semantic-types', {});
  const save = useChange('PUT /datasets/{datasetId}/columns/{path}', {
    refreshes: [...DATASET_READS, 'GET /datasets/{datasetId}/columns'],
    notice: text('saved'),
    onDone: onClose,
  });
  const semanticType = chosen === KEEP ? {} : { semanticType: chosen === AUTO ? null : chosen.slice(TYPE_PREFIX.length) };
  return (
    <ChangeForm
      action={text('save')}
      change={save}
      onSubmit={() => save.mutate({ path: { datasetId, path: column.path }, body: { description, ...semanticType } })}
      onCancel={onClose}
    >
      <TextField label={text('description')} {...draft.field('description')} lines={3} autoFocus />
      <ChoiceField
        label={text('semanticType')}
        {...draft.field('chosen')}
        options={[
          { id: KEEP, name: text('semanticKeep') },
          { id: AUTO, name: text('semanticAuto') },
          ...(types ?? []).map(({ name }) => ({ id: TYPE_PREFIX + name, name })),
        ]}
      />
    </ChangeForm>
  );
}
