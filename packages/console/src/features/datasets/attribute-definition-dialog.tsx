/** Defines a custom attribute of all datasets, or changes its definition. */
import { useState, type ReactNode } from 'react';
import type { Schema } from '@millrace/contract';
import { useChange } from '../../app/api.ts';
import { useText } from '../../text/language.tsx';
import { ChangeForm } from '../../ui/change-form.tsx';
import { CheckField } from '../../ui/check-field.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { ModalDialog } from '../../ui/modal-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.tsx';
import { attributeMessages } from './attribute-messages.ts';

type AttributeDefinitionDialogProps = {
  /** The definition to change; without one, the dialog creates one. Its kind never changes. */
  definition?: Schema<'AttributeDefinition'> | undefined;
  onClose: () => void;
};

const linesIn = (typed: string): string[] =>
  typed
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** The dialog, open. It stays open after a refusal. */
export function AttributeDefinitionDialog({ definition, onClose }: AttributeDefinitionDialogProps): ReactNode {
  const text = useText(attributeMessages);
  const [label, setLabel] = useState(definition?.label ?? '');
  const [description, setDescription] = useState(definition?.description ?? '');
  const [type, setType] = useState(definition?.type ?? 'text');
  const [lines, setLines] = useState(definition?.values?.join('\n') ?? '');
  const [defaults, setDefaults] = useState(definition?.defaults?.join('\n') ?? '');
  const [mandatory, setMandatory] = useState(definition?.mandatory ?? false);
  const changeOptions = {
    refreshes: ['GET /datasets/attributes', 'GET /datasets/attributes/{definitionId}', 'GET /datasets/{datasetId}/attributes'] as const,
    onDone: () => {
      toast(text('saved'));
      onClose();
    },
  };
  const create = useChange('POST /datasets/attributes', changeOptions);
  const change = useChange('PATCH /datasets/attributes/{definitionId}', changeOptions);
  const { isPending, error } = definition ? change : create;
  function submit(): void {
    const isEnum = type === 'enum';
    const common = { label, mandatory, ...(isEnum && { values: linesIn(lines) }) };
    if (definition)
      change.mutate({ path: { definitionId: definition.id ?? '' }, body: { ...common, description, defaults: linesIn(defaults) } });
    else
      create.mutate({
        body: { ...common, type, ...(description && { description }), ...(defaults && { defaults: linesIn(defaults) }) },
      });
  }
  return (
    <ModalDialog title={definition ? text('changeName', { name: definition.label }) : text('define')} isOpen onClose={onClose}>
      <ChangeForm action={text(definition ? 'save' : 'create')} isPending={isPending} error={error} onSubmit={submit} onCancel={onClose}>
        <TextField label={text('name')} value={label} onChange={setLabel} isRequired autoComplete="off" autoFocus />
        <TextField label={text('description')} value={description} onChange={setDescription} />
        {!definition && (
          <ChoiceField
            label={text('kind')}
            value={type}
            options={[
              { id: 'text', name: text('kindText') },
              { id: 'enum', name: text('kindEnum') },
            ]}
            onChange={setType}
          />
        )}
        {type === 'enum' && <TextField label={text('valuesOfList')} value={lines} onChange={setLines} lines={4} />}
        <TextField label={text('defaults')} value={defaults} onChange={setDefaults} lines={2} />
        <CheckField isSelected={mandatory} onChange={setMandatory}>
          {text('mandatory')}
        </CheckField>
      </ChangeForm>
    </ModalDialog>
  );
}
