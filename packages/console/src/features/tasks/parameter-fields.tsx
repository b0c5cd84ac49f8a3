/** Fields for the parameters of a task, by their types, and for its context. The server checks the values. */
import type { ReactNode } from 'react';
import type { Schema } from '@millrace/contract';
import { takesSecrets } from '@millrace/contract/parameters';
import { useText } from '../../text/language.tsx';
import type { TextOf } from '../../text/texts.ts';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { ValueField } from '../../ui/text-field.tsx';
import { kindOfType, shownDefault, type ValueKind } from '../artifacts/parameter-values.ts';
import { taskFormMessages } from './messages.ts';

type Values = Readonly<Record<string, string>>;
type FieldsProps = {
  declared: readonly Schema<'ArtifactParameter'>[];
  values: Values;
  /** The names of the values that the task has and that the server does not show. */
  stored: readonly string[];
  onChange: (values: Values) => void;
};

/** The fields: for declared parameters, and for other values that the task has. An empty field means the default value. */
export function ParameterFields({ declared, values, stored, onChange }: FieldsProps): ReactNode {
  const text = useText(taskFormMessages);
  const names = new Set(declared.map(({ name }) => name));
  const others = [...new Set([...Object.keys(values), ...stored])]
    .filter((name) => !names.has(name))
    .map((name) => ({ name, type: 'String', required: false }));
  const all: readonly Schema<'ArtifactParameter'>[] = [...declared, ...others];
  if (all.length === 0) return <p className="hint">{text('noParameters')}</p>;
  return all.map((parameter) => (
    <ParameterField
      key={parameter.name}
      parameter={parameter}
      value={values[parameter.name] ?? ''}
      isStored={stored.includes(parameter.name)}
      onChange={(value) => onChange({ ...values, [parameter.name]: value })}
    />
  ));
}

type FieldProps = { parameter: Schema<'ArtifactParameter'>; value: string; isStored: boolean; onChange: (value: string) => void };
const DEFAULT = 'default';

function ParameterField({ parameter, value, isStored, onChange }: FieldProps): ReactNode {
  const { name, type, required, comment } = parameter;
  const text = useText(taskFormMessages);
  const kind = isStored || takesSecrets(parameter) ? 'secret' : kindOfType(type);
  const shown = shownDefault(parameter);
  const label = required ? `${name} (${text('required')})` : name;
  if (kind === 'boolean')
    return (
      <ChoiceField
        label={label}
        value={value === '' ? DEFAULT : value.toLowerCase()}
        options={[
          { id: DEFAULT, name: shown === undefined ? text('defaultChoice') : text('defaultOf', { value: shown }) },
          { id: 'true', name: text('true') },
          { id: 'false', name: text('false') },
        ]}
        onChange={(chosen) => onChange(chosen === DEFAULT ? '' : chosen)}
      />
    );
  const hints = [
    comment && isolated(comment),
    isStored && text('secretStored'),
    hintOf(text, kind),
    shown !== undefined && text('default', { value: shown }),
  ];
  const hint = hints.filter(Boolean).join(' · ');
  return (
    <ValueField
      label={label}
      value={value}
      onChange={onChange}
      autoComplete="off"
      {...(hint !== '' && { hint })}
      isSecret={kind === 'secret'}
      {...(kind === 'whole' && { inputMode: 'numeric' })}
      {...(kind === 'number' && { inputMode: 'decimal' })}
    />
  );
}

/** A text from a person. It is isolated, so that its writing direction does not affect the text around it. */
const isolated = (userText: string): string => `\u2068${userText}\u2069`;

const hintOf = (text: TextOf<typeof taskFormMessages>, kind: ValueKind): string | undefined =>
  kind === 'whole' ? text('whole') : kind === 'number' ? text('number') : kind === 'secret' ? text('secretKept') : undefined;

/** The entry without a choice. No context of Studio has a name with a space. */
const UNCHOSEN = 'not chosen';

type ContextFieldProps = {
  version: Pick<Schema<'ArtifactVersion'>, 'contexts' | 'contextName'>;
  value: string;
  /** What applies without a choice. Default: the context of the archive. */
  unchosen?: string | undefined;
  onChange: (contextName: string) => void;
};

/**
 * The choice of a context of a job archive; nothing for an artifact without contexts. A chosen context that the version does not have stays a choice
 * until another one is made.
 */
export function ContextField({ version, value, unchosen, onChange }: ContextFieldProps): ReactNode {
  const text = useText(taskFormMessages);
  const contexts = version.contexts ?? [];
  if (contexts.length === 0 && value === '') return undefined;
  const names = contexts.includes(value) || value === '' ? contexts : [...contexts, value];
  return (
    <ChoiceField
      label={text('context')}
      value={value === '' ? UNCHOSEN : value}
      options={[
        { id: UNCHOSEN, name: unchosen ?? text('contextOfArchive', { name: version.contextName ?? '' }) },
        ...names.map((name) => ({ id: name, name })),
      ]}
      onChange={(chosen) => onChange(chosen === UNCHOSEN ? '' : chosen)}
    />
  );
}
