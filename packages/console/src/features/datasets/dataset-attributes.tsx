/** The custom attributes of a dataset, and the dialogs that change a value or the definition of an attribute. */
import { useState, type ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { useChange, useRead } from '../../app/api.ts';
import { useOffsetList } from '../../app/lists.ts';
import { useMay } from '../../app/session.tsx';
import { useText } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { ChangeForm } from '../../ui/change-form.tsx';
import { CheckField, CheckList } from '../../ui/check-field.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { ModalDialog, FormDialog } from '../../ui/dialogs.tsx';
import { ItemList } from '../../ui/item-list.tsx';
import { Card, ErrorNote } from '../../ui/page-parts.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { linesIn } from '../../ui/lines.ts';
import { useDraft } from '../../ui/use-draft.ts';
import { DATASET_READS } from './dataset-actions.tsx';
import { attributeMessages, datasetPageMessages } from './messages.ts';

/** The card: the value of each attribute, with a button that changes it. */
export function DatasetAttributes({ datasetId, mayChange }: { datasetId: string; mayChange: boolean }): ReactNode {
  const text = useText(datasetPageMessages);
  const mayDefine = useMay('SVC_CONNECTION_RESOURCE_EDIT');
  const [edited, setEdited] = useState<Schema<'DatasetAttribute'>>();
  const [isDefining, setIsDefining] = useState(false);
  return (
    <Card
      title={text('attributes')}
      actions={
        <>
          <Link to="/catalogue/attributes">{text('allAttributes')}</Link>
          {mayDefine && <ActionButton onPress={() => setIsDefining(true)}>{text('define')}</ActionButton>}
        </>
      }
    >
      <ItemList
        label={text('attributes')}
        list={useOffsetList('GET /datasets/{datasetId}/attributes', { path: { datasetId } })}
        empty={
          <p>
            {text('noAttributes')} <span className="hint">{text('noAttributesHint')}</span>
          </p>
        }
      >
        {(attribute) => (
          <li key={attribute.id}>
            <bdi className="hint">{attribute.label}</bdi>
            <span dir="auto">{attribute.values?.join(', ') || '–'}</span>
            {attribute.isDefault && <span className="hint">{text('defaultValue')}</span>}
            {mayChange && (
              <span className="row-end">
                <ActionButton aria-label={text('changeName', { name: attribute.label })} onPress={() => setEdited(attribute)}>
                  {text('change')}
                </ActionButton>
              </span>
            )}
          </li>
        )}
      </ItemList>
      {edited && <AttributeDialog datasetId={datasetId} attribute={edited} onClose={() => setEdited(undefined)} />}
      {isDefining && <AttributeDefinitionDialog onClose={() => setIsDefining(false)} />}
    </Card>
  );
}

type AttributeDialogProps = { datasetId: string; attribute: Schema<'DatasetAttribute'>; onClose: () => void };

/** The dialog that changes the value of a custom attribute: a field for a text, or the list of the values that it can have. */
function AttributeDialog({ datasetId, attribute, onClose }: AttributeDialogProps): ReactNode {
  const text = useText(datasetPageMessages);
  const { data: definition, error } = useRead('GET /datasets/attributes/{definitionId}', {
    path: { definitionId: attribute.id },
    query: { includeMetadata: false },
  });
  return (
    <ModalDialog title={text('changeName', { name: attribute.label })} onClose={onClose}>
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

type AttributeDefinitionDialogProps = {
  /** The definition to change; without one, the dialog creates one. Its kind never changes. */
  definition?: Schema<'AttributeDefinition'> | undefined;
  onClose: () => void;
};

/** The dialog that defines a custom attribute of all datasets, or changes its definition. It stays open after a refusal. */
export function AttributeDefinitionDialog({ definition, onClose }: AttributeDefinitionDialogProps): ReactNode {
  const text = useText(attributeMessages);
  const [{ label, description, type, allowed, defaults, mandatory }, draft] = useDraft({
    label: definition?.label ?? '',
    description: definition?.description ?? '',
    type: definition?.type ?? 'text',
    allowed: definition?.values?.join('\n') ?? '',
    defaults: definition?.defaults?.join('\n') ?? '',
    mandatory: definition?.mandatory ?? false,
  });
  const changeOptions = {
    refreshes: ['GET /datasets/attributes', 'GET /datasets/attributes/{definitionId}', 'GET /datasets/{datasetId}/attributes'] as const,
    notice: text('saved'),
    onDone: onClose,
  };
  const create = useChange('POST /datasets/attributes', changeOptions);
  const change = useChange('PATCH /datasets/attributes/{definitionId}', changeOptions);
  const { isPending, error } = definition ? change : create;
  function submit(): void {
    const isEnum = type === 'enum';
    const common = { label, mandatory, ...(isEnum && { values: linesIn(allowed) }) };
    if (definition)
      change.mutate({ path: { definitionId: definition.id ?? '' }, body: { ...common, description, defaults: linesIn(defaults) } });
    else
      create.mutate({
        body: { ...common, type, ...(description && { description }), ...(defaults && { defaults: linesIn(defaults) }) },
      });
  }
  return (
    <FormDialog
      title={definition ? text('changeName', { name: definition.label }) : text('define')}
      action={text(definition ? 'save' : 'create')}
      change={{ isPending, error }}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField label={text('name')} {...draft.field('label')} isRequired autoComplete="off" autoFocus />
      <TextField label={text('description')} {...draft.field('description')} />
      {!definition && (
        <ChoiceField
          label={text('kind')}
          {...draft.field('type')}
          options={[
            { id: 'text', name: text('kindText') },
            { id: 'enum', name: text('kindEnum') },
          ]}
        />
      )}
      {type === 'enum' && <TextField label={text('valuesOfList')} {...draft.field('allowed')} lines={4} />}
      <TextField label={text('defaults')} {...draft.field('defaults')} lines={2} />
      <CheckField {...draft.check('mandatory')}>{text('mandatory')}</CheckField>
    </FormDialog>
  );
}
