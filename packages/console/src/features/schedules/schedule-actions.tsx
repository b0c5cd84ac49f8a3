/** The actions for a whole schedule. */
import { useState, type ReactNode } from 'react';
import { useNavigate } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { useChange } from '../../app/api.ts';
import { useText } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { ChangeForm } from '../../ui/change-form.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { ModalDialog } from '../../ui/modal-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { scheduleMessages } from './messages.ts';

const READS = ['GET /orchestration/schedules/{scheduleId}', 'GET /orchestration/schedules'] as const;

/** The buttons that change the description, copy and delete the schedule. */
export function ScheduleActions({ schedule: { id: scheduleId, description = '' } }: { schedule: Schema<'Schedule'> }): ReactNode {
  const text = useText(scheduleMessages);
  const navigate = useNavigate();
  const [isDeleting, setIsDeleting] = useState(false);
  const [typed, setTyped] = useState<string>();
  const describe = useChange('PATCH /orchestration/schedules/{scheduleId}', {
    refreshes: READS,
    notice: text('descriptionSaved'),
    onDone: () => setTyped(undefined),
  });
  const copy = useChange('POST /orchestration/schedules/{scheduleId}', {
    refreshes: ['GET /orchestration/schedules'],
    notice: text('isCopy'),
    onDone: ({ id }) => void navigate({ to: '/schedules/$scheduleId', params: { scheduleId: id } }),
  });
  const remove = useChange('DELETE /orchestration/schedules/{scheduleId}', {
    refreshes: ['GET /orchestration/schedules'],
    notice: text('scheduleDeleted'),
    onDone: () => void navigate({ to: '/schedules' }),
  });
  return (
    <>
      <ActionButton onPress={() => setTyped(description)}>{text('changeDescription')}</ActionButton>
      <ActionButton isPending={copy.isPending} onPress={() => copy.mutate({ path: { scheduleId } })}>
        {text('copy')}
      </ActionButton>
      <ActionButton tone="danger" onPress={() => setIsDeleting(true)}>
        {text('delete')}
      </ActionButton>
      <ErrorNote error={copy.error} />
      <ModalDialog title={text('changeDescription')} isOpen={typed !== undefined} onClose={() => setTyped(undefined)}>
        <ChangeForm
          action={text('save')}
          change={describe}
          onSubmit={() => describe.mutate({ path: { scheduleId }, body: { description: typed ?? '' } })}
          onCancel={() => setTyped(undefined)}
        >
          <TextField label={text('description')} value={typed ?? ''} onChange={setTyped} autoFocus />
        </ChangeForm>
      </ModalDialog>
      <ConfirmDialog
        title={text('deleteSchedule')}
        action={text('delete')}
        isOpen={isDeleting}
        change={remove}
        onConfirm={() => remove.mutate({ path: { scheduleId } })}
        onClose={() => setIsDeleting(false)}
      >
        <p>{text('deleteHint')}</p>
      </ConfirmDialog>
    </>
  );
}
