/** Creates a task that runs an artifact, and starts it if the person chooses so. */
import { useState, type ReactNode } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { api, useRead } from '../../app/api.ts';
import { useEnvironmentList } from '../../app/lists.ts';
import { CHANGES_TASKS, PUBLISHES } from '../../app/needs.ts';
import { useWorkspacesWith } from '../../app/own-rights.ts';
import { useText } from '../../text/language.tsx';
import { ChangeForm } from '../../ui/change-form.tsx';
import { CheckField } from '../../ui/check-field.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { NameLink, TextLink } from '../../ui/links.tsx';
import { EmptyState, ErrorNote, PageHead } from '../../ui/page-parts.tsx';
import { FilterField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { Allowed, useLack } from '../workspace-permissions/lack.tsx';
import { idOrFirst } from '../workspaces/workspace-choice.tsx';
import { taskFormMessages, taskMessages } from './messages.ts';
import { RunSettingsFields, toRunConfigBody, toRunSettings } from './run-settings-fields.tsx';
import { useRuntimeOptions } from './runtime-text.ts';
import { newTaskDraft, toTaskBody } from './task-draft.ts';
import { TaskFields } from './task-fields.tsx';

const route = getRouteApi('/tasks/new');

/** The page: first the artifact is chosen, then the fields. */
export function NewTaskPage(): ReactNode {
  const text = useText();
  return (
    <Allowed needs={CHANGES_TASKS} title={text('newTask')}>
      <NewTask />
    </Allowed>
  );
}

function NewTask(): ReactNode {
  const { artifact: artifactId, version } = route.useSearch();
  const { data: artifact, error } = useRead(
    'GET /orchestration/artifacts/{artifactId}',
    { path: { artifactId: artifactId ?? '' } },
    { enabled: artifactId !== undefined },
  );
  if (artifactId === undefined) return <ArtifactPicker />;
  if (error && !artifact) return <ErrorNote error={error} />;
  return artifact && <NewTaskForm key={artifact.id} artifact={artifact} version={version} />;
}

function NewTaskForm({ artifact, version }: { artifact: Schema<'Artifact'>; version: string | undefined }): ReactNode {
  const text = useText(taskFormMessages);
  const navigate = useNavigate();
  const client = useQueryClient();
  const options = useRuntimeOptions();
  const workspaces = useWorkspacesWith('AUTHOR');
  const { versions, workspace } = artifact;
  const chosen = version !== undefined && versions.includes(version) ? version : (versions[0] ?? '');
  const [task, taskDraft] = useDraft(() => newTaskDraft(artifact.name, chosen));
  const [settings, settingsDraft] = useDraft(() => ({ ...toRunSettings(undefined), logLevel: 'INFO' as Schema<'LogLevel'> }));
  const [{ workspaceId: chosenWorkspace, runsAtOnce }, draft] = useDraft({ workspaceId: workspace.id ?? '', runsAtOnce: true });
  const workspaceId = idOrFirst(workspaces, chosenWorkspace) ?? '';
  /** The created task. After a refusal of a later call, it exists already, and must not be created twice. */
  const [taskId, setTaskId] = useState<string>();

  const create = useMutation({
    mutationFn: async () => {
      const environmentId = workspace.environment?.id ?? '';
      const body = { ...toTaskBody(task, artifact.id), workspaceId, environmentId };
      const id = taskId ?? (await api.call('POST /orchestration/executables/tasks', { body })).body.id;
      setTaskId(id);
      const config = toRunConfigBody(settings, options, undefined);
      await api.call('PUT /orchestration/executables/tasks/{taskId}/run-config', { path: { taskId: id }, body: config });
      if (!runsAtOnce) return { id };
      return { id, run: (await api.call('POST /processing/executions', { body: { executable: id } })).body.executionId };
    },
    onSuccess: async ({ id, run }) => {
      await client.invalidateQueries({ queryKey: ['POST /orchestration/executables/tasks/search'] });
      toast(text('taskCreated'));
      if (run === undefined) await navigate({ to: '/tasks/$taskId', params: { taskId: id } });
      else await navigate({ to: '/runs/$executionId', params: { executionId: run } });
    },
  });

  return (
    <>
      <PageHead title={text('newTask')} aside={<bdi className="hint">{artifact.name}</bdi>} />
      <section className="card">
        <ChangeForm action={text(runsAtOnce ? 'createAndRun' : 'create')} change={create} onSubmit={() => create.mutate()}>
          <TaskFields artifactId={artifact.id} versions={versions} values={task} draft={taskDraft} />
          <fieldset>
            <legend>{text('running')}</legend>
            <ChoiceField label={text('workspace')} {...draft.field('workspaceId')} value={workspaceId} options={workspaces} />
            <RunSettingsFields settings={settings} options={options} draft={settingsDraft} />
            <CheckField {...draft.check('runsAtOnce')}>{text('runAtOnce')}</CheckField>
          </fieldset>
          {taskId !== undefined && create.error && (
            <p>
              {text('taskCreated')} <TextLink to="/tasks/$taskId" params={{ taskId }} name={text('toTask')} />
            </p>
          )}
        </ChangeForm>
      </section>
    </>
  );
}

/** The choice of the artifact of a new task: a list in which each artifact is a link to the form. */
function ArtifactPicker(): ReactNode {
  const text = useText(taskFormMessages);
  const taskText = useText(taskMessages);
  const [name, setName] = useState('');
  const list = useEnvironmentList('GET /orchestration/artifacts', { name: name || undefined });
  const mayPublish = useLack(PUBLISHES) === undefined;
  const publish = mayPublish && (
    <Link to="/artifacts/publish" className={name === '' && list.rows.length === 0 ? 'button main' : 'button'}>
      {taskText('publishZip')}
    </Link>
  );
  return (
    <div className="page-fill">
      <PageHead title={text('newTask')}>{publish}</PageHead>
      <p>{text('chooseArtifact')}</p>
      <FilterBar>
        <FilterField label={text('name')} value={name} onChange={setName} />
      </FilterBar>
      <DataTable
        text={text}
        label={text('artifact')}
        list={list}
        keyOf={({ id }) => id}
        columns={[
          {
            id: 'artifact',
            render: ({ id, name }, focus) => <NameLink {...focus} to="/tasks/new" search={{ artifact: id }} name={name} />,
          },
          { id: 'artifactVersion', width: '13rem', render: ({ versions }) => versions[0] },
          { id: 'workspace', width: '12rem', render: ({ workspace }) => <bdi>{workspace.name}</bdi> },
        ]}
        empty={
          name === '' ? (
            <EmptyState title={text('noArtifacts')} action={publish} hint={text('noArtifactsHint')} />
          ) : (
            <EmptyState title={text('noMatch')} />
          )
        }
      />
    </div>
  );
}
