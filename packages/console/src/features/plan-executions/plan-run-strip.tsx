/** The strip of a run of a plan: its state, name, times, who has started and stopped it, and its actions. */
import { useState, type ReactNode } from 'react';
import { useNavigate } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { useChange, useRead } from '../../app/api.ts';
import { CHANGES_STARTS } from '../../app/needs.ts';
import { useText } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { ActionMenu, MenuAction } from '../../ui/action-menu.tsx';
import { CheckField } from '../../ui/check-field.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { ConfirmDialog, FormDialog } from '../../ui/dialogs.tsx';
import { Icon } from '../../ui/icon.tsx';
import { TextLink } from '../../ui/links.tsx';
import { ErrorNote } from '../../ui/page-parts.tsx';
import { AgoText } from '../../ui/time-text.tsx';
import { planMessages } from '../plans/messages.ts';
import type { DraftStep } from '../plans/plan-draft.ts';
import { PeriodText, PlanStatusMark } from '../plans/plan-status.tsx';
import { RunHead, StartedBySchedule } from '../task-executions/run-head.tsx';
import type { Run } from '../task-executions/read-runs.ts';
import { useLack } from '../workspace-permissions/lack.tsx';
import { periodOfRun, type StepRun } from './plan-run-state.ts';

type PlanRunStripProps = {
  run: Schema<'PlanExecutionStatus'>;
  /** The name of the plan, if it is known. */
  name: string | undefined;
  /** The run in the history; null if the history does not contain it, undefined until it is read. */
  historic: Run | null | undefined;
  steps: readonly DraftStep[];
  startedSteps: readonly StepRun[];
  isLive: boolean;
};

/** The strip. */
export function PlanRunStrip({ run, name, historic, steps, startedSteps, isLive }: PlanRunStripProps): ReactNode {
  const text = useText(planMessages);
  const { planId, status, doneExecutableCount: done, plannedExecutableCount: planned } = run;
  const { rerunPlanExecutionId: rerunOf } = historic ?? {};
  return (
    <RunHead
      state={<PlanStatusMark status={status} />}
      name={<TextLink to="/plans/$planId" params={{ planId }} name={name ?? planId} title={text('toPlan')} />}
      facts={
        <>
          <li>
            <AgoText at={run.finishTimestamp ?? run.startTimestamp} />
          </li>
          {status !== 'execution_misfired' && (
            <li>
              <PeriodText period={periodOfRun(run)} />
            </li>
          )}
          <li>{text('tasksDone', { done, planned })}</li>
          <StartedBy run={run} historic={historic} />
          {run.endRequest?.accountName !== undefined && <li>{text('stoppedBy', { name: run.endRequest.accountName })}</li>}
          {rerunOf !== undefined && (
            <li>
              <TextLink to="/plans/runs/$planExecutionId" params={{ planExecutionId: rerunOf }} name={text('rerunOf')} />
            </li>
          )}
        </>
      }
      actions={<PlanRunActions run={run} historic={historic} steps={steps} startedSteps={startedSteps} isLive={isLive} />}
    />
  );
}

/** Who or what has started the run. */
function StartedBy({ run: { executionType, planId }, historic }: Pick<PlanRunStripProps, 'run' | 'historic'>): ReactNode {
  const text = useText(planMessages);
  const isScheduled = executionType === 'SCHEDULED';
  const path = { planId };
  const { data: config } = useRead('GET /orchestration/executables/plans/{planId}/run-config', { path }, { enabled: isScheduled });
  const isShared = isScheduled && config?.trigger?.type === 'MULTIPLE';
  const { data: schedule } = useRead('GET /orchestration/executables/plans/{planId}/schedule', { path }, { enabled: isShared });
  if (schedule)
    return (
      <StartedBySchedule
        schedule={schedule}
        name={text('bySchedule', { name: schedule.description || schedule.id })}
        hint={text('presentSchedule')}
      />
    );
  if (historic?.parentPlanExecutionId !== undefined)
    return (
      <li>
        <TextLink to="/plans/runs/$planExecutionId" params={{ planExecutionId: historic.parentPlanExecutionId }} name={text('byHandler')} />
      </li>
    );
  if (executionType !== 'MANUAL') return <li>{text(`by${executionType}`)}</li>;
  return historic?.operatorName ? <li>{text('byPerson', { name: historic.operatorName })}</li> : undefined;
}

type PlanRunActionsProps = Omit<PlanRunStripProps, 'name'>;

/** The buttons that stop the run, or run the plan again from a step. */
function PlanRunActions({ run, historic, steps, startedSteps, isLive }: PlanRunActionsProps): ReactNode {
  const text = useText(planMessages);
  const navigate = useNavigate();
  const { executionId, planId, status } = run;
  const workspace = historic ? { id: historic.workspaceId } : undefined;
  const mayRun = useLack({ ...CHANGES_STARTS, workspace }) === undefined;
  const [openDialog, setOpenDialog] = useState<'stop' | 'step'>();
  const [chosen, setChosen] = useState<string>();
  const [onlyFailed, setOnlyFailed] = useState(true);
  const stop = useChange('DELETE /processing/executions/plans/{planExecutionId}', {
    refreshes: ['GET /processing/executions/plans/{planExecutionId}', 'GET /processing/executions/plans/{planExecutionId}/steps'],
    notice: text('runStopped'),
    onDone: () => setOpenDialog(undefined),
  });
  const rerun = useChange('POST /processing/executions/plans', {
    refreshes: ['GET /processing/executables/plans/{planId}/executions'],
    notice: text('runAccepted'),
    onDone: (started) => {
      setOpenDialog(undefined);
      void navigate({ to: '/plans/runs/$planExecutionId', params: { planExecutionId: started.executionId } });
    },
  });
  if (!mayRun) return undefined;
  const failed = startedSteps.filter(
    ({ step }) => step.executionStatus === 'EXECUTION_FAILED' || step.executionStatus === 'EXECUTION_TERMINATED',
  );
  const failedStep = failed.at(-1)?.step.executionId ?? '';
  const from = chosen ?? failedStep;
  // The server runs a plan again from a step only after it failed.
  const mayRerun = status === 'execution_failed' && failedStep !== '';
  const rerunBody = (stepId: string, rerunOnlyFailedTasks: boolean) => ({
    executable: planId,
    executionPlanId: executionId,
    stepId,
    rerunOnlyFailedTasks,
  });
  const nameOf = (id: string): string => steps.find((step) => step.id === id)?.name ?? id;
  return (
    <>
      {isLive && (
        <ActionButton icon="stop" onPress={() => setOpenDialog('stop')}>
          {text('stopRun')}
        </ActionButton>
      )}
      {!isLive && (
        <ActionMenu
          label={text('runAgain')}
          button={
            <ActionButton icon="again" isPending={rerun.isPending}>
              {text('runAgain')}
              <Icon name="down" />
            </ActionButton>
          }
        >
          {mayRerun && <MenuAction onAction={() => rerun.mutate({ body: rerunBody(failedStep, true) })}>{text('fromFailed')}</MenuAction>}
          <MenuAction onAction={() => rerun.mutate({ body: { executable: planId } })}>{text('fromStart')}</MenuAction>
          {mayRerun && <MenuAction onAction={() => setOpenDialog('step')}>{text('fromAStep')}</MenuAction>}
        </ActionMenu>
      )}
      {openDialog === undefined && <ErrorNote error={rerun.error} />}
      <ConfirmDialog
        title={text('stopTitle')}
        action={text('stopRun')}
        isOpen={openDialog === 'stop'}
        change={stop}
        onConfirm={() => stop.mutate({ path: { planExecutionId: executionId } })}
        onClose={() => setOpenDialog(undefined)}
      >
        <p>{text('stopHint')}</p>
      </ConfirmDialog>
      <FormDialog
        title={text('again')}
        isOpen={openDialog === 'step'}
        hint={text('againHint')}
        action={text('runAgain')}
        change={rerun}
        onSubmit={() => rerun.mutate({ body: rerunBody(from, onlyFailed) })}
        onClose={() => setOpenDialog(undefined)}
      >
        <ChoiceField
          label={text('fromStep')}
          value={from}
          options={startedSteps.map(({ step }) => ({ id: step.executionId, name: nameOf(step.id) }))}
          onChange={setChosen}
        />
        <CheckField isSelected={onlyFailed} onChange={setOnlyFailed}>
          {text('onlyFailed')}
        </CheckField>
      </FormDialog>
    </>
  );
}
