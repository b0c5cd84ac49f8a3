/** One column of a dataset. */
import type { ReactNode } from 'react';
import type { Schema } from '@millrace/contract';
import { useChange, useRead } from '../../app/api.ts';
import { useText } from '../../text/language.tsx';
import { ChangeForm } from '../../ui/change-form.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { FactList } from '../../ui/fact-list.tsx';
import { ModalDialog } from '../../ui/modal-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { DATASET_READS } from './dataset-actions.tsx';
import { datasetPageMessages } from './dataset-messages.ts';
import { QualityBar } from './quality-bar.tsx';

type ColumnDialogProps = { datasetId: string; column: Schema<'ColumnDescription'>; mayChange: boolean; onClose: () => void };

/** The facts of the column, and a form for the values that people can change. */
export function ColumnDialog({ datasetId, column, mayChange, onClose }: ColumnDialogProps): ReactNode {
  const text = useText(datasetPageMessages);
  return (
    <ModalDialog title={column.path} isOpen onClose={onClose}>
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
      {mayChange && <ColumnForm datasetId={datasetId} column={column} onClose={onClose} />}
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
