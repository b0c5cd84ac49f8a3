/** The actions for a run of a plan. */
import { useState, type ReactNode } from 'react';
import { useNavigate } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { useChange } from '../../app/api.ts';
import { useMay } from '../../app/session.tsx';
import { useText } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { ChangeForm } from '../../ui/change-form.tsx';
import { CheckField } from '../../ui/check-field.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ModalDialog } from '../../ui/modal-dialog.tsx';
import { planMessages } from '../plans/messages.ts';
import type { DraftStep } from '../plans/plan-draft.ts';
import type { StepRun } from './plan-run-state.ts';

type PlanRunActionsProps = {
  run: Schema<'PlanExecutionStatus'>;
  steps: readonly DraftStep[];
  startedSteps: readonly StepRun[];
  isLive: boolean;
};

/** The buttons that stop the run, or run the plan again from a step. */
export function PlanRunActions({ run: { executionId, planId, status }, steps, startedSteps, isLive }: PlanRunActionsProps): ReactNode {
  const text = useText(planMessages);
  const navigate = useNavigate();
  const mayChange = useMay('SVC_OPERATOR');
  const [openDialog, setOpenDialog] = useState<'stop' | 'again'>();
  const [chosen, setChosen] = useState<string>();
  const [onlyFailed, setOnlyFailed] = useState(true);
  const stop = useChange('DELETE /processing/executions/plans/{planExecutionId}', {
    refreshes: ['GET /processing/executions/plans/{planExecutionId}', 'GET /processing/executions/plans/{planExecutionId}/steps'],
    notice: text('stopped'),
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
  if (!mayChange) return undefined;
  const failed = startedSteps.filter(
    ({ step }) => step.executionStatus === 'EXECUTION_FAILED' || step.executionStatus === 'EXECUTION_TERMINATED',
  );
  const from = chosen ?? failed.at(-1)?.step.executionId;
  const nameOf = (id: string): string => steps.find((step) => step.id === id)?.name ?? id;
  return (
    <>
      {isLive && (
        <ActionButton icon="stop" onPress={() => setOpenDialog('stop')}>
          {text('stop')}
        </ActionButton>
      )}
      {status === 'execution_failed' && from !== undefined && (
        <ActionButton icon="play" onPress={() => setOpenDialog('again')}>
          {text('again')}
        </ActionButton>
      )}
      <ConfirmDialog
        title={text('stopTitle')}
        action={text('stop')}
        isOpen={openDialog === 'stop'}
        change={stop}
        onConfirm={() => stop.mutate({ path: { planExecutionId: executionId } })}
        onClose={() => setOpenDialog(undefined)}
      >
        <p>{text('stopHint')}</p>
      </ConfirmDialog>
      <ModalDialog title={text('againTitle')} isOpen={openDialog === 'again'} onClose={() => setOpenDialog(undefined)}>
        <p>{text('againHint')}</p>
        <ChangeForm
          action={text('againStart')}
          change={rerun}
          onSubmit={() =>
            rerun.mutate({
              body: { executable: planId, executionPlanId: executionId, stepId: from ?? '', rerunOnlyFailedTasks: onlyFailed },
            })
          }
          onCancel={() => setOpenDialog(undefined)}
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
        </ChangeForm>
      </ModalDialog>
    </>
  );
}
