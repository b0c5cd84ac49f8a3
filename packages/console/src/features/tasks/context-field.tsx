/** The choice of a context of a job archive. */
import type { ReactNode } from 'react';
import type { Schema } from '@millrace/contract';
import { useText } from '../../text/language.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { taskFormMessages } from './form-messages.ts';

/** The entry without a choice. No context of Studio has a name with a space. */
const UNCHOSEN = 'not chosen';

type ContextFieldProps = {
  version: Pick<Schema<'ArtifactVersion'>, 'contexts' | 'contextName'>;
  value: string;
  /** What applies without a choice. Default: the context of the archive. */
  unchosen?: string | undefined;
  onChange: (contextName: string) => void;
};

/** The field; nothing for an artifact without contexts. A chosen context that the version does not have stays a choice until another one is made. */
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
