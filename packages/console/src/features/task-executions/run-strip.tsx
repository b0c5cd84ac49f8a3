/** The strip of a run: its state, name, times, engine and version, who has started and stopped it, and its actions. */
import { Suspense, useState, type ReactNode } from 'react';
import { useNavigate } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { useChange, useRead } from '../../app/api.ts';
import { RUNS_TASKS } from '../../app/needs.ts';
import { lazyPart } from '../../ui/lazy-parts.ts';
import { useText } from '../../text/language.tsx';
import { ActionButton, IconButton } from '../../ui/action-button.tsx';
import { ActionMenu, MenuAction } from '../../ui/action-menu.tsx';
import { copyOrShow } from '../../ui/copy-text.tsx';
import { ConfirmDialog } from '../../ui/dialogs.tsx';
import { Icon } from '../../ui/icon.tsx';
import { TextLink } from '../../ui/links.tsx';
import { ErrorNote } from '../../ui/page-parts.tsx';
import { AgoText, DurationText, RunningDuration } from '../../ui/time-text.tsx';
import { useLack } from '../workspace-permissions/lack.tsx';
import { runMessages } from './messages.ts';
import { RunHead, StartedBySchedule } from './run-head.tsx';
import type { Run } from './read-runs.ts';
import { RunStatusMark } from './run-status.tsx';
import { useStartRun } from './run-actions.ts';

/** What the parts of the page show. `historic` is null if the history does not contain the run. */
export type RunParts = {
  run: Schema<'JobExecutionStatus'>;
  explanation: Schema<'Explanation'>;
  historic: Run | null;
  isLive: boolean;
};

type RunStripProps = RunParts & { hasPanel: boolean; onPanel: () => void };

/** The strip. */
export function RunStrip({ run, explanation, historic, isLive, hasPanel, onPanel }: RunStripProps): ReactNode {
  const text = useText(runMessages);
  const { executionStatus: status, misfiredExecutionReason: misfiredReason, jobId: taskId } = run;
  const timeOf = (what: Schema<'ExplanationMoment'>['what']): string | undefined =>
    explanation.timeline.find((moment) => moment.what === what)?.at;
  const started = timeOf('STARTED');
  const finished = timeOf('FINISHED');
  const engine = explanation.reasons[0]?.evidence.engine?.name ?? historic?.engineName ?? historic?.clusterName;
  const name = historic?.name ?? taskId;
  const stopper = explanation.reasons.find(({ evidence }) => evidence.endRequest)?.evidence.endRequest?.accountName;
  return (
    <RunHead
      state={<RunStatusMark status={status} misfiredReason={misfiredReason} />}
      name={<TextLink to="/tasks/$taskId" params={{ taskId }} name={name} title={text('openTask')} />}
      facts={
        <>
          <li>
            <AgoText at={finished ?? started ?? run.triggerTimestamp} />
          </li>
          {started !== undefined && (
            <li>
              {finished === undefined ? (
                <RunningDuration since={started} />
              ) : (
                <DurationText milliseconds={Math.max(Date.parse(finished) - Date.parse(started), 0)} />
              )}
            </li>
          )}
          {engine !== undefined && (
            <li>
              <bdi>{engine}</bdi>
            </li>
          )}
          {historic?.artifactVersion !== undefined && (
            <li title={historic.artifactName}>
              <bdi>{historic.artifactVersion}</bdi>
            </li>
          )}
          <StartedBy run={run} historic={historic} />
          {stopper !== undefined && <li>{text('stoppedBy', { name: stopper })}</li>}
        </>
      }
      actions={
        <>
          <RunActions run={run} explanation={explanation} isLive={isLive} />
          <IconButton icon="panelRight" label={text(hasPanel ? 'hidePanel' : 'showPanel')} aria-expanded={hasPanel} onPress={onPanel} />
        </>
      }
    />
  );
}

/** Who or what has started the run. */
function StartedBy({ run: { executionType, jobId: taskId }, historic }: Pick<RunParts, 'run' | 'historic'>): ReactNode {
  const text = useText(runMessages);
  const path = { taskId };
  const isScheduled = executionType === 'SCHEDULED';
  const { data: config } = useRead('GET /orchestration/executables/tasks/{taskId}/run-config', { path }, { enabled: isScheduled });
  const hasSchedule = isScheduled && config?.trigger?.type === 'MULTIPLE';
  const { data: schedule } = useRead('GET /orchestration/executables/tasks/{taskId}/schedule', { path }, { enabled: hasSchedule });
  if (schedule)
    return (
      <StartedBySchedule
        schedule={schedule}
        name={text('bySchedule', { name: schedule.description || schedule.id })}
        hint={text('presentSchedule')}
      />
    );
  if (executionType === 'PLAN' && historic?.planExecutionId !== undefined)
    return (
      <li>
        <TextLink
          to="/plans/runs/$planExecutionId"
          params={{ planExecutionId: historic.planExecutionId }}
          name={text('byPlan', { name: historic.planName ?? '' })}
        />
      </li>
    );
  if (executionType === 'MANUAL' && !historic?.operatorName) return undefined;
  return <li>{executionType === 'MANUAL' ? text('byPerson', { name: historic?.operatorName ?? '' }) : text(`by${executionType}`)}</li>;
}

const RunWithValues = lazyPart(async () => (await import('../tasks/run-with-values.tsx')).RunWithValues);

/** The buttons that stop the run and run its task again, and the menu. */
function RunActions({
  run: { executionId, jobId: taskId, workspaceId },
  explanation,
  isLive,
}: Pick<RunParts, 'run' | 'explanation' | 'isLive'>): ReactNode {
  const text = useText(runMessages);
  const navigate = useNavigate();
  const mayRun = useLack({ ...RUNS_TASKS, workspace: { id: workspaceId } }) === undefined;
  const [open, setOpen] = useState<'stop' | 'edit'>();
  const close = (): void => setOpen(undefined);
  const stop = useChange('DELETE /processing/executions/{executionId}', {
    refreshes: ['GET /processing/executions/{executionId}', 'POST /monitoring/observability/executions/search'],
    notice: text('runStopped'),
    onDone: close,
  });
  const restart = useStartRun(text('startedAgain'));
  const { parameters, secretParameters, contextName } = explanation;
  const hasValues = Object.keys(parameters).length > 0 || secretParameters.length > 0 || contextName !== undefined;
  const copy = (copied: string): Promise<void> => copyOrShow(copied, text('copy'), text('copied'));
  return (
    <>
      {mayRun && isLive && (
        <ActionButton icon="stop" onPress={() => setOpen('stop')}>
          {text('stopRun')}
        </ActionButton>
      )}
      {mayRun && !isLive && (
        <ActionMenu
          label={text('runAgain')}
          button={
            <ActionButton icon="again" isPending={restart.isPending}>
              {text('runAgain')}
              <Icon name="down" />
            </ActionButton>
          }
        >
          <MenuAction onAction={() => restart.mutate({ body: { executable: taskId } })}>{text('withTaskValues')}</MenuAction>
          {hasValues && (
            <MenuAction
              onAction={() =>
                restart.mutate({ body: { executable: taskId, parameters, ...(contextName !== undefined && { contextName }) } })
              }
            >
              {text(secretParameters.length > 0 ? 'withRunValuesNotSecrets' : 'withRunValues')}
            </MenuAction>
          )}
          <MenuAction onAction={() => setOpen('edit')}>{text('editValues')}</MenuAction>
        </ActionMenu>
      )}
      <ActionMenu label={text('moreActions')} button={<IconButton icon="more" label={text('moreActions')} />}>
        <MenuAction onAction={() => void navigate({ to: '/runs', search: { task: taskId } })}>{text('other')}</MenuAction>
        <MenuAction onAction={() => void navigate({ to: '/tasks/$taskId', params: { taskId } })}>{text('openTask')}</MenuAction>
        <MenuAction onAction={() => void copy(window.location.href)}>{text('copyRunLink')}</MenuAction>
        <MenuAction onAction={() => void copy(executionId)}>{text('copyId')}</MenuAction>
      </ActionMenu>
      <ErrorNote error={restart.error} />
      <ConfirmDialog
        title={text('stopTitle')}
        action={text('stopRun')}
        isOpen={open === 'stop'}
        change={stop}
        onConfirm={() => stop.mutate({ path: { executionId } })}
        onClose={close}
      >
        <p>{text('stopHint')}</p>
      </ConfirmDialog>
      {open === 'edit' && (
        <Suspense>
          <EditValues taskId={taskId} parameters={parameters} contextName={contextName} onClose={close} />
        </Suspense>
      )}
    </>
  );
}

type EditValuesProps = Pick<Schema<'Explanation'>, 'parameters' | 'contextName'> & { taskId: string; onClose: () => void };

/** The form with the values of the run, to start another one. */
function EditValues({ taskId, parameters, contextName, onClose }: EditValuesProps): ReactNode {
  const { data: task, error } = useRead('GET /orchestration/executables/tasks/{taskId}', { path: { taskId } });
  if (!task) return <ErrorNote error={error} />;
  return <RunWithValues task={task} ofRun={{ parameters, contextName }} onClose={onClose} />;
}
