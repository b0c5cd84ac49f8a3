/** The fields of the parameters of a connection, and their values. */
import type { ReactNode } from 'react';
import type { Schema } from '@millrace/contract';
import { useText } from '../../text/language.tsx';
import { ActionButton, IconButton } from '../../ui/action-button.tsx';
import { CheckField } from '../../ui/check-field.tsx';
import { TextField, ValueField } from '../../ui/text-field.tsx';
import { connectionMessages } from './messages.ts';
import styles from './connection.module.css';

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
        <div key={parameter.key} className={styles['connectionParameter']}>
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

/** The fields of one parameter. `isStored`: it is a secret of the server, which does not return its value; `isMissing`: it has none. */
export type DraftParameter = { key: number; name: string; value: string; encrypted: boolean; isStored: boolean; isMissing?: boolean };

const OF_DATABASE = ['host', 'port', 'database', 'user', 'password'];

/** Kinds of systems that the server can test, with the parameters that its test reads. */
export const KINDS_OF_SYSTEMS: Readonly<Record<string, readonly string[]>> = {
  postgresql: OF_DATABASE,
  mysql: OF_DATABASE,
  mariadb: OF_DATABASE,
  aurora: OF_DATABASE,
  http: ['url', 'user', 'password'],
  sftp: ['host', 'port', 'user', 'password'],
  s3: ['endpoint', 'region', 'bucket', 'access_key', 'secret_key'],
  smtp: ['host', 'port', 'user', 'password'],
};

const SECRETS = new Set(['password', 'secret_key']);

/** The parameters that a kind of system usually has. */
export const usualParameters = (app: string): DraftParameter[] =>
  (KINDS_OF_SYSTEMS[app] ?? []).map((name, key) => ({ key, name, value: '', encrypted: SECRETS.has(name), isStored: false }));

/** The fields of stored parameters. */
export const toDraftParameters = (parameters: readonly Schema<'StoredConnectionParameter'>[]): DraftParameter[] =>
  parameters.map(({ name, value = '', encrypted, valueMissing: isMissing = false }, key) => ({
    key,
    name,
    value,
    encrypted,
    isStored: encrypted,
    isMissing,
  }));

/** The parameters to send: those with a value, and stored secrets, which keep their value if the field is empty. */
export const toParameters = (drafts: readonly DraftParameter[]): Schema<'ConnectionParameter'>[] =>
  drafts
    .filter(({ name, value, isStored }) => name !== '' && (value !== '' || isStored))
    .map(({ name, value, encrypted }) => ({ name, ...(value !== '' && { value }), ...(encrypted && { encrypted }) }));
