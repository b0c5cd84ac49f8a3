/** The fields of a task, for its creation and for its change. */
import type { ReactNode } from 'react';
import { useRead } from '../../app/api.ts';
import { useText } from '../../text/language.tsx';
import { ActionButton, IconButton } from '../../ui/action-button.tsx';
import { CheckField } from '../../ui/check-field.tsx';
import { ChoiceField, type Option } from '../../ui/choice-field.tsx';
import { ErrorNote } from '../../ui/page-parts.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { FormDraft } from '../../ui/use-draft.ts';
import { inContext } from '../artifacts/parameter-values.ts';
import { taskFormMessages } from './messages.ts';
import { ContextField, ParameterFields } from './parameter-fields.tsx';
import { useConnectionOptions, useResourceOptions } from './reference-options.ts';
import type { Reference, TaskDraft } from './task-draft.ts';
import styles from './task.module.css';

type TaskFieldsProps = {
  artifactId: string;
  versions: readonly string[];
  values: TaskDraft;
  draft: FormDraft<TaskDraft>;
};

/** The fields. */
export function TaskFields({ artifactId, versions, values, draft }: TaskFieldsProps): ReactNode {
  const text = useText(taskFormMessages);
  const connections = useConnectionOptions();
  const resources = useResourceOptions();
  const { data: version, error } = useRead('GET /orchestration/artifacts/{artifactId}/versions/{version}', {
    path: { artifactId, version: values.version },
  });
  return (
    <>
      <TextField label={text('name')} isRequired {...draft.field('name')} autoComplete="off" />
      <TextField label={text('description')} {...draft.field('description')} lines={2} />
      <TextField label={text('tags')} hint={text('tagsHint')} {...draft.field('tags')} autoComplete="off" />
      <ChoiceField label={text('artifactVersion')} {...draft.field('version')} options={versions.map((id) => ({ id, name: id }))} />
      <CheckField {...draft.check('autoUpgradable')}>{text('autoUpgrade')}</CheckField>
      {values.autoUpgradable && <CheckField {...draft.check('overrideWithDefaultParameters')}>{text('overrideParameters')}</CheckField>}
      {version && <ContextField version={version} {...draft.field('contextName')} />}
      <fieldset>
        <legend>{text('parameters')}</legend>
        <ErrorNote error={error} />
        {version && (
          <ParameterFields
            declared={inContext(version.parameters, values.contextName)}
            values={values.parameters}
            stored={values.storedSecrets}
            onChange={(parameters) => draft.set({ parameters })}
          />
        )}
      </fieldset>
      <fieldset>
        <legend>{text('references')}</legend>
        <p className="hint">{text('referencesHint')}</p>
        <ReferenceFields
          kind="connection"
          references={values.connections}
          options={connections}
          onChange={(changed) => draft.set({ connections: changed })}
        />
        <ReferenceFields
          kind="resource"
          references={values.resources}
          options={resources}
          onChange={(changed) => draft.set({ resources: changed })}
        />
      </fieldset>
    </>
  );
}

type ReferenceFieldsProps = {
  kind: 'connection' | 'resource';
  references: readonly Reference[];
  options: readonly Option[];
  onChange: (references: readonly Reference[]) => void;
};

/** The fields for the connections or resources of a task: a row for each one, and a button that adds one. */
function ReferenceFields({ kind, references, options, onChange }: ReferenceFieldsProps): ReactNode {
  const text = useText(taskFormMessages);
  const replace = (changed: Reference): void => onChange(references.map((row) => (row.key === changed.key ? changed : row)));
  const add = (): void => onChange([...references, { key: Math.max(-1, ...references.map(({ key }) => key)) + 1, name: '', id: '' }]);
  return (
    <>
      {references.map((reference) => (
        <div key={reference.key} className={styles['reference']}>
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
