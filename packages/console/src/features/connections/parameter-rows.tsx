/** The fields of the parameters of a connection. */
import type { ReactNode } from 'react';
import { useText } from '../../text/language.tsx';
import { ActionButton, IconButton } from '../../ui/action-button.tsx';
import { CheckField } from '../../ui/check-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ValueField } from '../../ui/value-field.tsx';
import type { DraftParameter } from './connection-draft.ts';
import { connectionMessages } from './messages.ts';
import './connection.css';

type ParameterRowsProps = { parameters: readonly DraftParameter[]; onChange: (parameters: readonly DraftParameter[]) => void };

/** A row for each parameter, and a button that adds one. */
export function ParameterRows({ parameters, onChange }: ParameterRowsProps): ReactNode {
  const text = useText(connectionMessages);
  const replace = (changed: DraftParameter): void => onChange(parameters.map((row) => (row.key === changed.key ? changed : row)));
  const add = (): void => {
    const key = Math.max(-1, ...parameters.map((row) => row.key)) + 1;
    onChange([...parameters, { key, name: '', value: '', encrypted: false, isStored: false }]);
  };
  return (
    <fieldset>
      <legend>{text('parameters')}</legend>
      {parameters.some(({ isStored }) => isStored) && <p className="hint">{text('secretBound')}</p>}
      {parameters.map((parameter) => (
        <div key={parameter.key} className="connection-parameter">
          <TextField label={text('name')} value={parameter.name} onChange={(name) => replace({ ...parameter, name })} autoComplete="off" />
          <ValueField
            label={text('value')}
            value={parameter.value}
            onChange={(value) => replace({ ...parameter, value })}
            isSecret={parameter.encrypted}
            autoComplete={parameter.encrypted ? 'new-password' : 'off'}
            {...(parameter.isStored && { placeholder: text(parameter.isMissing ? 'secretMissing' : 'secretKept') })}
          />
          <CheckField isSelected={parameter.encrypted} onChange={(encrypted) => replace({ ...parameter, encrypted })}>
            {text('secret')}
          </CheckField>
          <IconButton
            icon="close"
            label={text('remove', { name: parameter.name })}
            onPress={() => onChange(parameters.filter(({ key }) => key !== parameter.key))}
          />
        </div>
      ))}
      <ActionButton icon="plus" onPress={add}>
        {text('addParameter')}
      </ActionButton>
    </fieldset>
  );
}
