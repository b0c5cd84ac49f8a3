/** One task: its facts, its inputs, its automatic starts, and its runs. */
import { useState, type ReactNode } from 'react';
import { getRouteApi } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { useChange, useRead } from '../../app/api.ts';
import { useDeletion } from '../../app/deletion.ts';
import { CHANGES_STARTS, CHANGES_TASKS, RUNS_TASKS } from '../../app/needs.ts';
import { useRightsAreRead } from '../../app/own-rights.ts';
import { useLanguage, useText } from '../../text/language.tsx';
import { ActionButton, IconButton } from '../../ui/action-button.tsx';
import { ActionMenu, MenuAction } from '../../ui/action-menu.tsx';
import { CheckField } from '../../ui/check-field.tsx';
import { DeleteDialog, FormDialog } from '../../ui/dialogs.tsx';
import { ButtonLink, TextLink } from '../../ui/links.tsx';
import { ErrorNote, PageHead, FactsCard } from '../../ui/page-parts.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { timeText, useZone } from '../../ui/time-text.tsx';
import { artifactMessages } from '../artifacts/messages.ts';
import { VersionChanges } from '../artifacts/version-changes-list.tsx';
import { TaskDatasets } from '../lineage/lineage.tsx';
import { useStartRun } from '../task-executions/run-actions.ts';
import { LookOnly, useLack } from '../workspace-permissions/lack.tsx';
import { taskFormMessages, taskMessages } from './messages.ts';
import { RunWithValues } from './run-with-values.tsx';
import { useRuntimeName } from './runtime-text.ts';
import { TagLinks } from './tag-links.tsx';
import { TaskInputs } from './task-inputs.tsx';
import { LastTaskRuns, useLastRunsArePending } from './task-runs.tsx';
import { TaskStarts } from './task-starts.tsx';
import styles from './task.module.css';

const route = getRouteApi('/tasks/$taskId');

/** The page. */
export function TaskPage(): ReactNode {
  const text = useText(taskMessages);
  const language = useLanguage();
  const zone = useZone();
  const { taskId } = route.useParams();
  const { data: task, error } = useRead('GET /orchestration/executables/tasks/{taskId}', { path: { taskId } });
  const { data: settings, isPending } = useRead('GET /orchestration/executables/tasks/{taskId}/run-config', { path: { taskId } });
  const lack = useLack(task ? { ...RUNS_TASKS, workspace: task.workspace } : {});
  const form = useText(taskFormMessages);
  const lackOfEdit = useLack(task ? { ...CHANGES_TASKS, workspace: task.workspace } : {});
  const mayChangeStarts = useLack(task ? { ...CHANGES_STARTS, workspace: task.workspace } : {}) === undefined;
  const isReady = useIsReady(taskId, task?.artifact) && !isPending;
  if (!task) return <ErrorNote error={error} />;
  const pause = task.taskPauseDetails?.pause ? task.taskPauseDetails : undefined;
  return (
    <>
      <PageHead
        title={task.name}
        aside={pause ? <StatusMark tone="off">{text('paused')}</StatusMark> : <StatusMark tone="good">{text('ready')}</StatusMark>}
      >
        {/* Under either name, the link leads to the page with two forms: that of the task, and that of its run settings, which an operator may save, too. */}
        {isReady && (lackOfEdit === undefined || mayChangeStarts) && (
          <ButtonLink to="/tasks/$taskId/edit" params={{ taskId }} name={lackOfEdit === undefined ? text('edit') : form('running')} />
        )}
        <TaskActions task={task} />
      </PageHead>
      {isReady && <LookOnly lack={lack} prevented={lackOfEdit === undefined && 'toRun'} />}
      {pause && (
        <div className="note">
          <p>
            {text('pausedBy', {
              user: pause.user ?? '–',
              time: pause.pauseDate === undefined ? '–' : timeText(pause.pauseDate, 'minute', language, zone),
            })}
          </p>
          {pause.pauseContext !== undefined && <p dir="auto">{pause.pauseContext}</p>}
        </div>
      )}
      {isReady && (
        <>
          <NewerVersion task={task} />
          <LastTaskRuns taskId={taskId} />
          <div className={styles['pair']}>
            <TaskFacts task={task} settings={settings} />
            <TaskStarts task={task} config={settings} />
          </div>
          <TaskInputs task={task} contextName={settings?.contextName ?? task.contextName} />
          <TaskDatasets taskId={taskId} />
        </>
      )}
    </>
  );
}

/** Whether everything is read that decides about the height of the parts of the page: they appear together, so that none moves another. */
function useIsReady(taskId: string, artifact: Schema<'Task'>['artifact'] | undefined): boolean {
  const { id: artifactId = '', version = '' } = artifact ?? {};
  const enabled = artifact !== undefined;
  const areRunsPending = useLastRunsArePending(taskId);
  const { isPending } = useRead('GET /orchestration/artifacts/{artifactId}', { path: { artifactId } }, { enabled });
  const { isPending: isVersionPending } = useRead(
    'GET /orchestration/artifacts/{artifactId}/versions/{version}',
    { path: { artifactId, version } },
    { enabled },
  );
  return useRightsAreRead() && !areRunsPending && !isPending && !isVersionPending;
}

/** The card with the facts of a task. */
function TaskFacts({ task, settings }: { task: Schema<'Task'>; settings: Schema<'TaskRunConfig'> | undefined }): ReactNode {
  const text = useText(taskMessages);
  const form = useText(taskFormMessages);
  const runtimeName = useRuntimeName();
  const profileId = settings?.runtime.runProfileId;
  const { data: profile } = useRead(
    'GET /processing/run-profiles/{id}',
    { path: { id: profileId ?? '' } },
    { enabled: Boolean(profileId) },
  );
  const { artifact } = task;
  const { data: version } = useRead('GET /orchestration/artifacts/{artifactId}/versions/{version}', {
    path: { artifactId: artifact.id, version: artifact.version },
  });
  const ofArchive = version?.contextName && form('contextOfArchive', { name: version.contextName });
  const contextText = settings?.contextName ?? task.contextName ?? ofArchive;
  return (
    <FactsCard
      facts={[
        [text('description'), task.description],
        [
          text('artifact'),
          <TextLink
            key="artifact"
            to="/artifacts/$artifactId"
            params={{ artifactId: artifact.id }}
            search={{ version: artifact.version }}
            name={artifact.name ?? artifact.id}
          />,
        ],
        [text('artifactVersion'), artifact.version],
        [text('taskVersion'), task.version],
        [form('context'), contextText],
        [text('upgrade'), text(task.autoUpgradeInfo?.autoUpgradable ? 'upgradeByItself' : 'upgradeByHand')],
        [text('workspace'), task.workspace?.name],
        [text('engine'), settings && runtimeName(settings.runtime)],
        [text('profile'), profile?.name],
        [text('logLevel'), settings?.logLevel && form(settings.logLevel)],
        [text('timeLimit'), settings?.timeout !== undefined && text('minutes', { count: settings.timeout })],
        [text('parallel'), settings && text(settings.parallelExecutionAllowed ? 'parallelYes' : 'parallelNo')],
        [text('attempts'), settings?.retry?.attempts],
        [text('tags'), task.tags && task.tags.length > 0 && <TagLinks key="tags" tags={task.tags} />],
        [text('id'), <code key="id">{task.id}</code>],
      ]}
    />
  );
}

/** The button that runs the task, for a paused task also the one that resumes it, and a menu: run with other values, pause, delete. */
function TaskActions({ task }: { task: Schema<'Task'> }): ReactNode {
  const text = useText(taskMessages);
  const { workspace } = task;
  const mayRun = useLack({ ...RUNS_TASKS, workspace }) === undefined;
  const mayPause = useLack({ ...CHANGES_STARTS, workspace }) === undefined;
  const mayDelete = useLack({ ...CHANGES_TASKS, workspace }) === undefined;
  const [open, setOpen] = useState<'run' | 'pause' | 'delete'>();
  const close = (): void => setOpen(undefined);
  const isPaused = task.taskPauseDetails?.pause === true;
  const run = useStartRun(text('accepted'));
  const resume = useChange('PUT /orchestration/executables/tasks/{taskId}/pause', {
    refreshes: ['GET /orchestration/executables/tasks/{taskId}', 'POST /orchestration/executables/tasks/search'],
    notice: text('resumedNow'),
  });
  const error = run.error ?? resume.error;
  return (
    <>
      {mayPause && isPaused && (
        <ActionButton
          tone="main"
          isPending={resume.isPending}
          onPress={() => resume.mutate({ path: { taskId: task.id }, body: { pause: false } })}
        >
          {text('resume')}
        </ActionButton>
      )}
      {mayRun && (
        <ActionButton
          tone={isPaused ? 'plain' : 'main'}
          icon="play"
          isPending={run.isPending}
          onPress={() => run.mutate({ body: { executable: task.id } })}
        >
          {text('runNow')}
        </ActionButton>
      )}
      {(mayRun || mayPause || mayDelete) && (
        <ActionMenu button={<IconButton label={text('moreActions')} icon="more" />} label={text('moreActions')}>
          {mayRun && <MenuAction onAction={() => setOpen('run')}>{text('runWith')}</MenuAction>}
          {mayPause && !isPaused && <MenuAction onAction={() => setOpen('pause')}>{text('pause')}</MenuAction>}
          {mayDelete && <MenuAction onAction={() => setOpen('delete')}>{text('delete')}</MenuAction>}
        </ActionMenu>
      )}
      <ErrorNote error={error} />
      {open === 'run' && <RunWithValues task={task} onClose={close} />}
      {open === 'pause' && <PauseTask task={task} onClose={close} />}
      {open === 'delete' && <DeleteTask task={task} onClose={close} />}
    </>
  );
}

/** Asks before a task is deleted. */
function DeleteTask({ task: { id, name }, onClose }: { task: Schema<'Task'>; onClose: () => void }): ReactNode {
  const text = useText(taskMessages);
  const [terminateExecutions, setTerminate] = useState(false);
  const remove = useDeletion(
    'DELETE /orchestration/executables/tasks/{taskId}',
    ['POST /orchestration/executables/tasks/search'],
    '/tasks',
  );
  return (
    <DeleteDialog
      name={name}
      change={remove}
      onDelete={() => remove.mutate({ path: { taskId: id }, query: { terminateExecutions } })}
      onClose={onClose}
    >
      <p>{text('deleteHint')}</p>
      <CheckField isSelected={terminateExecutions} onChange={setTerminate}>
        {text('terminate')}
      </CheckField>
    </DeleteDialog>
  );
}

/** Asks for the reason of a pause. */
function PauseTask({ task: { id, name }, onClose }: { task: Schema<'Task'>; onClose: () => void }): ReactNode {
  const text = useText(taskMessages);
  const [reason, setReason] = useState('');
  const pause = useChange('PUT /orchestration/executables/tasks/{taskId}/pause', {
    refreshes: ['GET /orchestration/executables/tasks/{taskId}', 'POST /orchestration/executables/tasks/search'],
    notice: text('pausedNow'),
    onDone: onClose,
  });
  return (
    <FormDialog
      title={text('pauseTitle', { name })}
      hint={text('pauseHint')}
      action={text('pause')}
      change={pause}
      onSubmit={() => pause.mutate({ path: { taskId: id }, body: { pause: true, ...(reason && { pauseContext: reason }) } })}
      onClose={onClose}
    >
      <TextField label={text('reason')} value={reason} onChange={setReason} lines={3} autoFocus />
    </FormDialog>
  );
}

/** A note that the artifact of a task has a newer version, with a button that moves the task to it. It is hidden if the task runs the newest one. */
function NewerVersion({ task: { id, artifact, workspace } }: { task: Schema<'Task'> }): ReactNode {
  const text = useText(taskMessages);
  const artifactText = useText(artifactMessages);
  const mayChange = useLack({ ...CHANGES_TASKS, workspace }) === undefined;
  const [isComparing, setIsComparing] = useState(false);
  const { data } = useRead('GET /orchestration/artifacts/{artifactId}', { path: { artifactId: artifact.id } });
  const newest = data?.versions[0];
  const move = useChange('PATCH /orchestration/executables/tasks/{taskId}', {
    refreshes: ['GET /orchestration/executables/tasks/{taskId}'],
    notice: text('moved', { version: newest ?? '' }),
  });
  if (newest === undefined || newest === artifact.version) return undefined;
  return (
    <div className="note">
      <div className="card-head">
        <span>{text('newer', { version: newest })}</span>
        <span className="page-actions">
          <ActionButton aria-expanded={isComparing} onPress={() => setIsComparing((isOpen) => !isOpen)}>
            {artifactText('changes')}
          </ActionButton>
          {mayChange && (
            <ActionButton
              isPending={move.isPending}
              onPress={() => move.mutate({ path: { taskId: id }, body: { latestArtifact: true, forceUpdate: true } })}
            >
              {text('moveToVersion')}
            </ActionButton>
          )}
        </span>
      </div>
      {isComparing && <VersionChanges artifactId={artifact.id} before={artifact.version} after={newest} heading="h2" />}
      <ErrorNote error={move.error} />
    </div>
  );
}
