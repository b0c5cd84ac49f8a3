/** The fields of the settings of the runs of a task, and their values. */
import type { ReactNode } from 'react';
import type { BodyOf, Schema } from '@millrace/contract';
import { useRead } from '../../app/api.ts';
import { useText } from '../../text/language.tsx';
import { CheckField } from '../../ui/check-field.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { FormDraft } from '../../ui/use-draft.ts';
import { taskFormMessages } from './messages.ts';
import { ContextField } from './parameter-fields.tsx';
import { runtimeKey, type RuntimeOption } from './runtime-text.ts';

const NO_PROFILE = 'none';

/** `task` and `version` are those of a stored task: its runs may have another context than the task. */
type RunSettingsFieldsProps = {
  settings: RunSettings;
  options: readonly RuntimeOption[];
  task?: Schema<'Task'>;
  version?: Schema<'ArtifactVersion'> | undefined;
  draft: FormDraft<RunSettings>;
};

/** The fields for the runtime and the settings of runs. */
export function RunSettingsFields({ settings, options, task, version, draft }: RunSettingsFieldsProps): ReactNode {
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
        onChange={(runtime) => draft.set({ runtime, runProfileId: '' })}
      />
      {profiles.length > 0 && (
        <ChoiceField
          label={text('profile')}
          value={settings.runProfileId === '' ? NO_PROFILE : settings.runProfileId}
          options={[{ id: NO_PROFILE, name: text('noProfile') }, ...profiles.map((profile) => ({ id: profile.id, name: profile.name }))]}
          onChange={(profile) => draft.set({ runProfileId: profile === NO_PROFILE ? '' : profile })}
        />
      )}
      {version && (
        <ContextField
          version={version}
          {...draft.field('contextName')}
          unchosen={text('contextOfTask', { name: task?.contextName ?? version.contextName ?? '' })}
        />
      )}
      <ChoiceField<RunLogLevel>
        label={text('logLevel')}
        {...draft.field('logLevel')}
        options={LOG_LEVELS.map((level) => ({ id: level, name: text(level) }))}
      />
      <TextField label={text('timeout')} hint={text('timeoutHint')} inputMode="numeric" {...draft.field('timeout')} />
      <TextField label={text('attempts')} hint={text('attemptsHint')} inputMode="numeric" {...draft.field('attempts')} />
      {settings.attempts !== '1' && <TextField label={text('wait')} inputMode="numeric" {...draft.field('waitSeconds')} />}
      <CheckField {...draft.check('parallel')}>{text('parallel')}</CheckField>
    </>
  );
}

/** A log level of a job. */
export type RunLogLevel = Schema<'LogLevel'>;

/** The log levels, from the one with the most lines. */
export const LOG_LEVELS = ['INFO', 'WARN', 'ERROR', 'OFF'] as const satisfies readonly RunLogLevel[];

/** The values of the form for the settings of the runs of a task. */
type RunSettings = {
  /** The id of a `RuntimeOption`. */
  runtime: string;
  runProfileId: string;
  logLevel: RunLogLevel;
  /** Minutes; empty for none. */
  timeout: string;
  parallel: boolean;
  attempts: string;
  waitSeconds: string;
  /** Empty for that of the task. */
  contextName: string;
};

/** The values for a run configuration. */
export const toRunSettings = (config: Schema<'TaskRunConfig'> | undefined): RunSettings => ({
  runtime: runtimeKey(config?.runtime ?? {}),
  runProfileId: config?.runtime.runProfileId ?? '',
  logLevel: config?.logLevel ?? 'WARN',
  timeout: config?.timeout === undefined ? '' : String(config.timeout),
  parallel: config?.parallelExecutionAllowed ?? false,
  attempts: String(config?.retry?.attempts ?? 1),
  waitSeconds: String(config?.retry?.waitSeconds ?? 30),
  contextName: config?.contextName ?? '',
});

type RunConfigBody = BodyOf<'PUT /orchestration/executables/tasks/{taskId}/run-config'>;

/** The body that saves a form. The trigger, and settings that the form does not have, are kept. */
export function toRunConfigBody(
  form: RunSettings,
  options: readonly RuntimeOption[],
  before: Schema<'TaskRunConfig'> | undefined,
): RunConfigBody {
  const { runtime = { type: 'CLOUD' } } = options.find(({ id }) => id === form.runtime) ?? {};
  const attempts = Number(form.attempts);
  const { trigger = { type: 'MANUAL' }, retry, timeout: _, ...rest } = before ?? {};
  return {
    ...rest,
    trigger: trigger as RunConfigBody['trigger'],
    runtime: { ...runtime, ...(form.runProfileId !== '' && { runProfileId: form.runProfileId }) },
    parallelExecutionAllowed: form.parallel,
    logLevel: form.logLevel,
    ...(form.timeout !== '' && { timeout: Number(form.timeout) }),
    // The server keeps these two where a field is absent.
    retry: attempts === 1 ? null : { ...retry, attempts, waitSeconds: Number(form.waitSeconds) },
    contextName: form.contextName,
  };
}
