/** The fields with which a person chooses what a new alert rule watches. */
import { useDeferredValue, useState, type ReactNode } from 'react';
import { useRead } from '../../app/api.ts';
import { useEnvironment } from '../../app/environment.tsx';
import { SEES_ENGINES } from '../../app/sections.ts';
import { useMay } from '../../app/session.tsx';
import { useText } from '../../text/language.tsx';
import { ChoiceField, ChosenFilter, type Option } from '../../ui/choice-field.tsx';
import { FindField } from '../../ui/find-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useWorkspaceOptions } from '../workspaces/workspace-choice.tsx';
import type { AlertForm, AlertTarget, MissingField } from './alert-form.ts';
import { alertMessages } from './messages.ts';
import styles from './alerts.module.css';

const KINDS_OF_RUNS = ['environment', 'workspace', 'tag', 'task', 'plan'] as const;
const KINDS_OF_ENGINES = ['environment', 'engine'] as const;
type TargetKind = (typeof KINDS_OF_RUNS)[number] | (typeof KINDS_OF_ENGINES)[number];

const MAX_FOUND = 20;

type TargetFieldsProps = {
  form: Pick<AlertForm, 'condition' | 'target' | 'tag'>;
  missing: ReadonlySet<MissingField>;
  onChange: (changed: Partial<AlertForm>) => void;
};

/** The kind of the target, and the target. It starts anew with a condition of engines in place of one of runs, and the other way round. */
export function TargetFields({ form: { condition, target, tag }, missing, onChange }: TargetFieldsProps): ReactNode {
  const text = useText(alertMessages);
  const { environment } = useEnvironment();
  const workspaces = useWorkspaceOptions();
  const [kind, setKind] = useState<TargetKind>('environment');
  const [name, setName] = useState('');
  const ofEngines = useMay(...SEES_ENGINES) ? KINDS_OF_ENGINES : KINDS_OF_ENGINES.filter((id) => id !== 'engine');
  const kinds: readonly TargetKind[] = condition === 'engine_lost' ? ofEngines : KINDS_OF_RUNS;
  const ofEnvironment: AlertTarget = { environmentId: environment?.id };
  function chooseKind(next: TargetKind): void {
    setKind(next);
    setName('');
    onChange({ target: next === 'environment' || next === 'tag' ? ofEnvironment : {}, tag: next === 'tag' ? '' : undefined });
  }
  return (
    <div className={styles['target']}>
      <ChoiceField<TargetKind>
        label={text('target')}
        value={kind}
        options={kinds.map((id) => ({ id, name: text(`of_${id}`, { environment: environment?.name ?? '' }) }))}
        onChange={chooseKind}
      />
      {kind === 'workspace' && (
        <ChoiceField
          label={text('workspace')}
          value={target.workspaceId}
          options={workspaces}
          onChange={(workspaceId) => onChange({ target: { workspaceId } })}
        />
      )}
      {kind === 'tag' && (
        <TextField
          label={text('tag')}
          hint={text('tagHint')}
          value={tag ?? ''}
          onChange={(typed) => onChange({ tag: typed })}
          autoComplete="off"
          {...(missing.has('tag') && { error: text('tagMissing') })}
        />
      )}
      {(kind === 'task' || kind === 'plan' || kind === 'engine') &&
        (name === '' ? (
          <TargetFinder
            kind={kind}
            onChoose={(chosen) => {
              setName(chosen.name);
              onChange({ target: { [`${kind}Id`]: chosen.id } });
            }}
          />
        ) : (
          <ChosenFilter
            name={name}
            onRemove={() => {
              setName('');
              onChange({ target: {} });
            }}
          />
        ))}
      {missing.has('target') && (
        <p className="field-error" role="alert">
          {text('targetMissing')}
        </p>
      )}
    </div>
  );
}

type TargetFinderProps = { kind: 'task' | 'plan' | 'engine'; onChoose: (target: Option) => void };

/** Finds a task or a plan by the beginning of its name, which the server searches, or an engine by a part of its name. */
function TargetFinder({ kind, onChoose }: TargetFinderProps): ReactNode {
  const text = useText(alertMessages);
  const { environment } = useEnvironment();
  const [typed, setTyped] = useState('');
  const query = { environmentId: environment?.id, name: useDeferredValue(typed.trim()) || undefined, limit: MAX_FOUND };
  const { data: tasks } = useRead('GET /orchestration/executables/tasks', { query }, { enabled: kind === 'task' });
  const { data: plans } = useRead('GET /orchestration/executables/plans', { query }, { enabled: kind === 'plan' });
  const { data: engines } = useRead('GET /processing/engines', {}, { enabled: kind === 'engine' });
  const options: readonly Option[] =
    kind === 'engine'
      ? (engines?.enginesInfo ?? []).map(({ id, name }) => ({ id, name }))
      : ((kind === 'task' ? tasks : plans)?.items ?? []).map(({ executable, name }) => ({ id: executable, name }));
  return (
    <FindField
      label={text(kind)}
      placeholder={text(kind === 'engine' ? 'nameOfEngine' : 'nameBeginning')}
      empty={text('nothingFits')}
      options={options}
      {...(kind !== 'engine' && { onType: setTyped })}
      onChoose={(id) => {
        const found = options.find((option) => option.id === id);
        if (found) onChoose(found);
      }}
    />
  );
}
