/** The fields of the settings of runs. */
import type { ReactNode } from 'react';
import type { Schema } from '@millrace/contract';
import { useRead } from '../../app/api.ts';
import { useText } from '../../text/language.tsx';
import { CheckField } from '../../ui/check-field.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ContextField } from './context-field.tsx';
import { taskFormMessages } from './form-messages.ts';
import { LOG_LEVELS, type RunLogLevel, type RunSettings } from './run-settings.ts';
import type { RuntimeOption } from './runtime-text.ts';

const NO_PROFILE = 'none';

/** `task` and `version` are those of a stored task: its runs may have another context than the task. */
type RunSettingsFieldsProps = {
  settings: RunSettings;
  options: readonly RuntimeOption[];
  task?: Schema<'Task'>;
  version?: Schema<'ArtifactVersion'> | undefined;
  onChange: (changed: Partial<RunSettings>) => void;
};

/** The fields for the runtime and the settings of runs. */
export function RunSettingsFields({ settings, options, task, version, onChange }: RunSettingsFieldsProps): ReactNode {
  const text = useText(taskFormMessages);
  const { type, id = '' } = options.find((option) => option.id === settings.runtime)?.runtime ?? { type: 'CLOUD' as const };
  const ofEngine = useRead(
    'GET /processing/runtimes/remote-engines/{engineId}/run-profiles',
    { path: { engineId: id }, query: {} },
    { enabled: type === 'REMOTE_ENGINE' },
  );
  const ofCluster = useRead(
    'GET /processing/runtimes/remote-engine-clusters/{clusterId}/run-profiles',
    { path: { clusterId: id }, query: {} },
    { enabled: type === 'REMOTE_ENGINE_CLUSTER' },
  );
  const profiles = (type === 'REMOTE_ENGINE' ? ofEngine.data : type === 'REMOTE_ENGINE_CLUSTER' ? ofCluster.data : undefined) ?? [];
  return (
    <>
      <ChoiceField
        label={text('runsOn')}
        value={settings.runtime}
        options={options}
        onChange={(runtime) => onChange({ runtime, runProfileId: '' })}
      />
      {profiles.length > 0 && (
        <ChoiceField
          label={text('profile')}
          value={settings.runProfileId === '' ? NO_PROFILE : settings.runProfileId}
          options={[{ id: NO_PROFILE, name: text('noProfile') }, ...profiles.map((profile) => ({ id: profile.id, name: profile.name }))]}
          onChange={(profile) => onChange({ runProfileId: profile === NO_PROFILE ? '' : profile })}
        />
      )}
      {version && (
        <ContextField
          version={version}
          value={settings.contextName}
          unchosen={text('contextOfTask', { name: task?.contextName ?? version.contextName ?? '' })}
          onChange={(contextName) => onChange({ contextName })}
        />
      )}
      <ChoiceField<RunLogLevel>
        label={text('logLevel')}
        value={settings.logLevel}
        options={LOG_LEVELS.map((level) => ({ id: level, name: text(level) }))}
        onChange={(logLevel) => onChange({ logLevel })}
      />
      <TextField
        label={text('timeout')}
        hint={text('timeoutHint')}
        inputMode="numeric"
        value={settings.timeout}
        onChange={(timeout) => onChange({ timeout })}
      />
      <TextField
        label={text('attempts')}
        hint={text('attemptsHint')}
        inputMode="numeric"
        value={settings.attempts}
        onChange={(attempts) => onChange({ attempts })}
      />
      {settings.attempts !== '1' && (
        <TextField
          label={text('wait')}
          inputMode="numeric"
          value={settings.waitSeconds}
          onChange={(waitSeconds) => onChange({ waitSeconds })}
        />
      )}
      <CheckField isSelected={settings.parallel} onChange={(parallel) => onChange({ parallel })}>
        {text('parallel')}
      </CheckField>
    </>
  );
}
