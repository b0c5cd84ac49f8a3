/** Dialogs that move and delete a connection. */
import { useState, type ReactNode } from 'react';
import { useNavigate } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { useChange } from '../../app/api.ts';
import { useText } from '../../text/language.tsx';
import { sharedMessages } from '../../text/shared-messages.ts';
import { ChangeForm } from '../../ui/change-form.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ModalDialog } from '../../ui/modal-dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { useWorkspaceOptions } from '../workspaces/use-workspaces.ts';
import { connectionMessages } from './messages.ts';

type DialogProps = { connection: Schema<'ConnectionDetails'>; onClose: () => void };

/** Moves a connection to another workspace of its environment. */
export function MoveConnection({ connection: { id, name, workspace }, onClose }: DialogProps): ReactNode {
  const text = useText(connectionMessages);
  const others = useWorkspaceOptions().filter((one) => one.id !== workspace.id);
  const [chosen, setChosen] = useState<string>();
  const targetWorkspaceId = chosen ?? others[0]?.id ?? '';
  const move = useChange('PUT /orchestration/connections/{connectionId}/move/{targetWorkspaceId}', {
    refreshes: ['GET /orchestration/connections', 'GET /orchestration/connections/{connectionId}'],
    onDone: () => {
      toast(text('moved'));
      onClose();
    },
  });
  return (
    <ModalDialog title={text('moveTitle', { name })} isOpen onClose={onClose}>
      <ChangeForm
        action={text('move')}
        isPending={move.isPending}
        error={move.error}
        onSubmit={() => move.mutate({ path: { connectionId: id, targetWorkspaceId } })}
        onCancel={onClose}
      >
        <ChoiceField label={text('workspace')} value={targetWorkspaceId} options={others} onChange={setChosen} />
      </ChangeForm>
    </ModalDialog>
  );
}

/** Asks before a connection is deleted. */
export function DeleteConnection({ connection: { id, name }, onClose }: DialogProps): ReactNode {
  const text = useText(connectionMessages);
  const shared = useText(sharedMessages);
  const navigate = useNavigate();
  const remove = useChange('DELETE /orchestration/connections/{connectionId}', {
    refreshes: ['GET /orchestration/connections'],
    onDone: () => {
      toast(shared('deleted'));
      void navigate({ to: '/setup/connections' });
    },
  });
  return (
    <ConfirmDialog
      title={text('deleteTitle', { name })}
      action={shared('delete')}
      isOpen
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ path: { connectionId: id } })}
      onClose={onClose}
    >
      <p>{text('deleteHint')}</p>
    </ConfirmDialog>
  );
}
