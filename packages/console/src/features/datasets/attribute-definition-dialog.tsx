/** Defines a custom attribute of all datasets, or changes its definition. */
import type { ReactNode } from 'react';
import type { Schema } from '@millrace/contract';
import { useChange } from '../../app/api.ts';
import { useText } from '../../text/language.tsx';
import { ChangeForm } from '../../ui/change-form.tsx';
import { CheckField } from '../../ui/check-field.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { ModalDialog } from '../../ui/modal-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useDraft } from '../../ui/use-draft.ts';
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
  const [{ label, description, type, lines, defaults, mandatory }, draft] = useDraft({
    label: definition?.label ?? '',
    description: definition?.description ?? '',
    type: definition?.type ?? 'text',
    lines: definition?.values?.join('\n') ?? '',
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
      <ChangeForm action={text(definition ? 'save' : 'create')} change={{ isPending, error }} onSubmit={submit} onCancel={onClose}>
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
        {type === 'enum' && <TextField label={text('valuesOfList')} {...draft.field('lines')} lines={4} />}
        <TextField label={text('defaults')} {...draft.field('defaults')} lines={2} />
        <CheckField {...draft.check('mandatory')}>{text('mandatory')}</CheckField>
      </ChangeForm>
    </ModalDialog>
  );
}
