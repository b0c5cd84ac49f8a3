/** Changes the value of a custom attribute of a dataset. */
import { useState, type ReactNode } from 'react';
import type { Schema } from '@millrace/contract';
import { useChange, useRead } from '../../app/api.ts';
import { useText } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { ChangeForm } from '../../ui/change-form.tsx';
import { CheckList } from '../../ui/check-list.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { ModalDialog } from '../../ui/modal-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { DATASET_READS } from './dataset-actions.tsx';
import { datasetPageMessages } from './dataset-messages.ts';

type AttributeDialogProps = { datasetId: string; attribute: Schema<'DatasetAttribute'>; onClose: () => void };

/** The dialog: a field for a text, or the list of the values that it can have. */
export function AttributeDialog({ datasetId, attribute, onClose }: AttributeDialogProps): ReactNode {
  const text = useText(datasetPageMessages);
  const { data: definition, error } = useRead('GET /datasets/attributes/{definitionId}', {
    path: { definitionId: attribute.id },
    query: { includeMetadata: false },
  });
  return (
    <ModalDialog title={text('changeName', { name: attribute.label })} isOpen onClose={onClose}>
      <ErrorNote error={error} />
      {definition && <AttributeForm datasetId={datasetId} attribute={attribute} definition={definition} onClose={onClose} />}
    </ModalDialog>
  );
}

type AttributeFormProps = AttributeDialogProps & { definition: Schema<'AttributeDefinition'> };

function AttributeForm({ datasetId, attribute, definition, onClose }: AttributeFormProps): ReactNode {
  const text = useText(datasetPageMessages);
  const [values, setValues] = useState<readonly string[]>(attribute.values ?? []);
  const changeOptions = {
    refreshes: [...DATASET_READS, 'GET /datasets/{datasetId}/attributes'] as const,
    notice: text('saved'),
    onDone: onClose,
  };
  const save = useChange('PUT /datasets/{datasetId}/attributes/{id}', changeOptions);
  const reset = useChange('DELETE /datasets/{datasetId}/attributes/{id}', changeOptions);
  const path = { datasetId, id: attribute.id };
  return (
    <ChangeForm
      action={text('save')}
      change={{ isPending: save.isPending, error: save.error ?? reset.error }}
      onSubmit={() => save.mutate({ path, body: { values: [...values] } })}
      onCancel={onClose}
    >
      {definition.description !== undefined && (
        <p className="hint" dir="auto">
          {definition.description}
        </p>
      )}
      {definition.type === 'enum' ? (
        <CheckList
          label={text('value')}
          values={values}
          options={(definition.values ?? []).map((id) => ({ id, name: id }))}
          onChange={setValues}
        />
      ) : (
        <TextField label={text('value')} value={values[0] ?? ''} onChange={(value) => setValues([value])} autoFocus />
      )}
      {!attribute.isDefault && (
        <ActionButton isPending={reset.isPending} onPress={() => reset.mutate({ path })}>
          {text('reset')}
        </ActionButton>
      )}
    </ChangeForm>
  );
}
