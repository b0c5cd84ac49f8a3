import { useState, type ReactNode } from 'react';
import { useNavigate } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { useChange } from '../../app/api.ts';
import { useText } from '../../text/language.tsx';
import { CheckField } from '../../ui/check-field.tsx';
import { DeleteDialog } from '../../ui/delete-dialog.tsx';
import { taskMessages } from './messages.ts';

/** Asks before a task is deleted. */
export function DeleteTask({ task: { id, name }, onClose }: { task: Schema<'Task'>; onClose: () => void }): ReactNode {
  const text = useText(taskMessages);
  const navigate = useNavigate();
  const [terminateExecutions, setTerminate] = useState(false);
  const remove = useChange('DELETE /orchestration/executables/tasks/{taskId}', {
    refreshes: ['POST /orchestration/executables/tasks/search'],
    notice: text('deleted'),
    onDone: () => void navigate({ to: '/tasks' }),
  });
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
