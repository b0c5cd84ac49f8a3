/** Changes a task, and the settings of its runs. */
import type { ReactNode } from 'react';
import { getRouteApi } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { useChange, useRead } from '../../app/api.ts';
import { useText } from '../../text/language.tsx';
import { ChangeForm } from '../../ui/change-form.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { Card, ErrorNote, PageHead } from '../../ui/page-parts.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { toast } from '../../ui/toast.tsx';
import { useLack } from '../workspace-permissions/lack.tsx';
import { useRightsAreRead } from '../../app/own-rights.ts';
import { CHANGES_STARTS, CHANGES_TASKS } from '../../app/needs.ts';
import { taskFormMessages } from './messages.ts';
import { toRunConfigBody, toRunSettings, RunSettingsFields } from './run-settings-fields.tsx';
import { useRuntimeOptions } from './runtime-text.ts';
import { toTaskDraft, toTaskBody } from './task-draft.ts';
import { TaskFields } from './task-fields.tsx';

const route = getRouteApi('/tasks/$taskId/edit');

/** The page: two forms, because two operations save them. */
export function EditTaskPage(): ReactNode {
  const text = useText(taskFormMessages);
  const { taskId } = route.useParams();
  const { data: task, error } = useRead('GET /orchestration/executables/tasks/{taskId}', { path: { taskId } });
  const { data: config } = useRead('GET /orchestration/executables/tasks/{taskId}/run-config', { path: { taskId } });
  const { data: artifact } = useRead(
    'GET /orchestration/artifacts/{artifactId}',
    { path: { artifactId: task?.artifact.id ?? '' } },
    { enabled: task !== undefined },
  );
  const workspace = task?.workspace;
  const taskLack = useLack(workspace ? { ...CHANGES_TASKS, workspace } : {});
  const startsLack = useLack(workspace ? { ...CHANGES_STARTS, workspace } : {});
  const areRightsRead = useRightsAreRead();
  if (!task) return <ErrorNote error={error} />;
  if (!areRightsRead) return <PageHead title={text('editTitle', { name: task.name })} />;
  return (
    <>
      <PageHead title={text('editTitle', { name: task.name })}>
        <ButtonLink to="/tasks/$taskId" params={{ taskId }} name={text('toTask')} />
      </PageHead>
      <Card title={text('task')}>
        {/* The form copies the task when it is first shown, so a later read of the task does not overwrite typed values. */}
        {taskLack === undefined ? (
          <TaskForm task={task} versions={artifact?.versions ?? [task.artifact.version]} />
        ) : (
          <p className="hint">{taskLack}</p>
        )}
      </Card>
      {config && (
        <Card title={text('running')}>
          {startsLack === undefined ? <RunSettingsForm task={task} config={config} /> : <p className="hint">{startsLack}</p>}
        </Card>
      )}
    </>
  );
}

function TaskForm({ task, versions }: { task: Schema<'Task'>; versions: readonly string[] }): ReactNode {
  const text = useText(taskFormMessages);
  const [values, draft] = useDraft(() => toTaskDraft(task));
  const save = useChange('PUT /orchestration/executables/tasks/{taskId}', {
    refreshes: ['GET /orchestration/executables/tasks/{taskId}', 'POST /orchestration/executables/tasks/search'],
    onDone: ({ warnings = [] }) => toast([text('saved'), ...warnings].join(' ')),
  });
  return (
    <ChangeForm
      action={text('save')}
      change={save}
      onSubmit={() => save.mutate({ path: { taskId: task.id }, body: toTaskBody(values, task.artifact.id) })}
    >
      <TaskFields artifactId={task.artifact.id} versions={versions} values={values} draft={draft} />
    </ChangeForm>
  );
}

function RunSettingsForm({ task, config }: { task: Schema<'Task'>; config: Schema<'TaskRunConfig'> }): ReactNode {
  const { id: taskId, artifact } = task;
  const text = useText(taskFormMessages);
  const options = useRuntimeOptions();
  const [settings, draft] = useDraft(() => toRunSettings(config));
  const { data: version } = useRead('GET /orchestration/artifacts/{artifactId}/versions/{version}', {
    path: { artifactId: artifact.id, version: artifact.version },
  });
  const save = useChange('PUT /orchestration/executables/tasks/{taskId}/run-config', {
    refreshes: ['GET /orchestration/executables/tasks/{taskId}/run-config', 'POST /orchestration/executables/tasks/search'],
    notice: text('saved'),
  });
  return (
    <ChangeForm
      action={text('save')}
      change={save}
      onSubmit={() => save.mutate({ path: { taskId }, body: toRunConfigBody(settings, options, config) })}
    >
      <RunSettingsFields settings={settings} options={options} task={task} version={version} draft={draft} />
    </ChangeForm>
  );
}
