/** The actions for a plan. */
import { useState, type ReactNode } from 'react';
import { useNavigate } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { useChange } from '../../app/api.ts';
import { useMay } from '../../app/session.tsx';
import { useText } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { ChangeForm } from '../../ui/change-form.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { ModalDialog } from '../../ui/modal-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { planMessages } from './messages.ts';

const READS = ['GET /orchestration/executables/plans/{planId}', 'GET /orchestration/executables/plans'] as const;

type PlanActionsProps = { plan: Schema<'PlanExecutableDetails'>; onEdit: () => void };

/** The buttons that run, edit, pause and delete the plan. */
export function PlanActions({ plan: { executable: planId, planPauseDetails }, onEdit }: PlanActionsProps): ReactNode {
  const text = useText(planMessages);
  const navigate = useNavigate();
  const mayChange = useMay('SVC_OPERATOR');
  const [openDialog, setOpenDialog] = useState<'pause' | 'delete'>();
  const [reason, setReason] = useState('');
  const isPaused = planPauseDetails?.pause === true;
  const run = useChange('POST /processing/executions/plans', {
    refreshes: ['GET /processing/executables/plans/{planId}/executions', ...READS],
    notice: text('runAccepted'),
    onDone: ({ executionId }) => void navigate({ to: '/plans/runs/$planExecutionId', params: { planExecutionId: executionId } }),
  });
  const pause = useChange('PUT /orchestration/executables/plans/{planId}/pause', {
    refreshes: READS,
    notice: text(isPaused ? 'isResumed' : 'isPaused'),
    onDone: () => setOpenDialog(undefined),
  });
  const remove = useChange('DELETE /orchestration/executables/plans/{planId}', {
    refreshes: ['GET /orchestration/executables/plans'],
    notice: text('planDeleted'),
    onDone: () => void navigate({ to: '/plans' }),
  });
  if (!mayChange) return undefined;
  const path = { planId };
  const refusal = run.error ?? (openDialog === undefined ? pause.error : null);
  return (
    <>
      <ActionButton tone="main" icon="play" isPending={run.isPending} onPress={() => run.mutate({ body: { executable: planId } })}>
        {text('runNow')}
      </ActionButton>
      <ActionButton onPress={onEdit}>{text('edit')}</ActionButton>
      {isPaused ? (
        <ActionButton isPending={pause.isPending} onPress={() => pause.mutate({ path, body: { pause: false } })}>
          {text('resume')}
        </ActionButton>
      ) : (
        <ActionButton onPress={() => setOpenDialog('pause')}>{text('pause')}</ActionButton>
      )}
      <ActionButton tone="danger" onPress={() => setOpenDialog('delete')}>
        {text('delete')}
      </ActionButton>
      <ErrorNote error={refusal} />
      <ModalDialog title={text('pauseTitle')} isOpen={openDialog === 'pause'} onClose={() => setOpenDialog(undefined)}>
        <p>{text('pauseHint')}</p>
        <ChangeForm
          action={text('pause')}
          change={pause}
          onSubmit={() => pause.mutate({ path, body: { pause: true, pauseContext: reason } })}
          onCancel={() => setOpenDialog(undefined)}
        >
          <TextField label={text('reason')} value={reason} onChange={setReason} autoFocus />
        </ChangeForm>
      </ModalDialog>
      <ConfirmDialog
        title={text('deletePlan')}
        action={text('delete')}
        isOpen={openDialog === 'delete'}
        change={remove}
        onConfirm={() => remove.mutate({ path })}
        onClose={() => setOpenDialog(undefined)}
      >
        <p>{text('deleteHint')}</p>
      </ConfirmDialog>
    </>
  );
}
