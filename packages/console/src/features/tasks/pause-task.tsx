import { useState, type ReactNode } from 'react';
import type { Schema } from '@millrace/contract';
import { useChange } from '../../app/api.ts';
import { useText } from '../../text/language.tsx';
import { ChangeForm } from '../../ui/change-form.tsx';
import { ModalDialog } from '../../ui/modal-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { taskMessages } from './messages.ts';

/** Asks for the reason of a pause. */
export function PauseTask({ task: { id, name }, onClose }: { task: Schema<'Task'>; onClose: () => void }): ReactNode {
  const text = useText(taskMessages);
  const [reason, setReason] = useState('');
  const pause = useChange('PUT /orchestration/executables/tasks/{taskId}/pause', {
    refreshes: ['GET /orchestration/executables/tasks/{taskId}', 'POST /orchestration/executables/tasks/search'],
    notice: text('pausedNow'),
    onDone: onClose,
  });
  return (
    <ModalDialog title={text('pauseTitle', { name })} isOpen onClose={onClose}>
      <p>{text('pauseHint')}</p>
      <ChangeForm
        action={text('pause')}
        change={pause}
        onSubmit={() => pause.mutate({ path: { taskId: id }, body: { pause: true, ...(reason && { pauseContext: reason }) } })}
        onCancel={onClose}
      >
        <TextField label={text('reason')} value={reason} onChange={setReason} lines={3} autoFocus />
      </ChangeForm>
    </ModalDialog>
  );
}
