/** Fields for the connections or resources of a task. */
import type { ReactNode } from 'react';
import { useText } from '../../text/language.tsx';
import { ActionButton, IconButton } from '../../ui/action-button.tsx';
import { ChoiceField, type Option } from '../../ui/choice-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { taskFormMessages } from './form-messages.ts';
import type { Reference } from './task-draft.ts';

type ReferenceFieldsProps = {
  kind: 'connection' | 'resource';
  references: readonly Reference[];
  options: readonly Option[];
  onChange: (references: readonly Reference[]) => void;
};

/** A row for each connection or resource, and a button that adds one. */
export function ReferenceFields({ kind, references, options, onChange }: ReferenceFieldsProps): ReactNode {
  const text = useText(taskFormMessages);
  const replace = (changed: Reference): void => onChange(references.map((row) => (row.key === changed.key ? changed : row)));
  const add = (): void => onChange([...references, { key: Math.max(-1, ...references.map(({ key }) => key)) + 1, name: '', id: '' }]);
  return (
    <>
      {references.map((reference) => (
        <div key={reference.key} className="reference">
          <TextField
            label={text('nameInJob')}
            value={reference.name}
            onChange={(name) => replace({ ...reference, name })}
            autoComplete="off"
          />
          <ChoiceField
            label={text(kind)}
            value={reference.id === '' ? undefined : reference.id}
            options={options}
            onChange={(id) =>
              replace({ ...reference, id, name: reference.name || (options.find((option) => option.id === id)?.name ?? '') })
            }
          />
          <IconButton
            icon="close"
            label={text('remove', { name: text('referenceOf', { kind: text(kind), name: reference.name }) })}
            onPress={() => onChange(references.filter(({ key }) => key !== reference.key))}
          />
        </div>
      ))}
      <ActionButton icon="plus" onPress={add}>
        {text(kind === 'connection' ? 'addConnection' : 'addResource')}
      </ActionButton>
    </>
  );
}
