/** A run of a task with other values than its own. */
import { useState, type ReactNode } from 'react';
import { useNavigate } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { useChange, useRead } from '../../app/api.ts';
import { useText } from '../../text/language.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { FormDialog } from '../../ui/dialogs.tsx';
import { ErrorNote } from '../../ui/page-parts.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.tsx';
import { inContext } from '../artifacts/parameter-values.ts';
import { useDraft } from '../../ui/use-draft.ts';
import { ContextField, ParameterFields } from './parameter-fields.tsx';
import { taskFormMessages, taskMessages } from './messages.ts';
import { LOG_LEVELS, type RunLogLevel } from './run-settings-fields.tsx';

const AS_TASK = 'as-task';

type RunWithValuesProps = {
  task: Schema<'Task'>;
  /** The values and the context of a run, with which the form begins; without them, it begins with those of the task. */
  ofRun?: Partial<Pick<Schema<'Explanation'>, 'parameters' | 'contextName'>>;
  onClose: () => void;
};

/** The dialog that asks for the values, and starts the run. */
export function RunWithValues({ task, ofRun, onClose }: RunWithValuesProps): ReactNode {
  const text = useText(taskMessages);
  const form = useText(taskFormMessages);
  const navigate = useNavigate();
  const taskValues = task.parameters ?? {};
  const [values, setValues] = useState<Readonly<Record<string, string>>>({ ...taskValues, ...ofRun?.parameters });
  const [{ logLevel, timeout, contextName }, draft] = useDraft({
    logLevel: AS_TASK as RunLogLevel | typeof AS_TASK,
    timeout: '',
    contextName: ofRun?.contextName ?? '',
  });
  const { data: version, error: versionError } = useRead('GET /orchestration/artifacts/{artifactId}/versions/{version}', {
    path: { artifactId: task.artifact.id, version: task.artifact.version },
  });
  const { data: config } = useRead('GET /orchestration/executables/tasks/{taskId}/run-config', { path: { taskId: task.id } });
  const taskContext = (config?.contextName ?? task.contextName) || version?.contextName || '';
  const run = useChange('POST /processing/executions', {
    refreshes: ['POST /monitoring/observability/executions/search'],
    onDone: ({ executionId, warnings = [] }) => {
      toast([text('accepted'), ...warnings].join(' '));
      void navigate({ to: '/runs/$executionId', params: { executionId } });
    },
  });
  const changed = Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== (taskValues[name] ?? '')));
  return (
    <FormDialog
      title={text('runTitle', { name: task.name })}
      hint={text('runHint')}
      action={text('runNow')}
      change={run}
      onSubmit={() =>
        run.mutate({
          body: {
            executable: task.id,
            parameters: changed,
            ...(contextName !== '' && { contextName }),
            ...(logLevel !== AS_TASK && { logLevel }),
            ...(timeout !== '' && { timeout: Number(timeout) }),
          },
        })
      }
      onClose={onClose}
    >
      <ErrorNote error={versionError} />
      {version && (
        <ContextField version={version} {...draft.field('contextName')} unchosen={form('contextOfTask', { name: taskContext })} />
      )}
      {version && (
        <ParameterFields
          declared={inContext(version.parameters, contextName || taskContext)}
          values={values}
          stored={task.secretParameters ?? []}
          onChange={setValues}
        />
      )}
      <ChoiceField<RunLogLevel | typeof AS_TASK>
        label={text('logLevel')}
        {...draft.field('logLevel')}
        options={[{ id: AS_TASK, name: text('asTask') }, ...LOG_LEVELS.map((id) => ({ id, name: form(id) }))]}
      />
      <TextField label={text('timeLimit')} hint={text('timeoutHint')} inputMode="numeric" {...draft.field('timeout')} />
    </FormDialog>
  );
}
