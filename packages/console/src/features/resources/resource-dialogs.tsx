/** Dialogs that move and delete a resource. */
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
import { resourceMessages } from './messages.ts';

type DialogProps = { resource: Schema<'Resource'>; onClose: () => void };

/** Moves a resource to another workspace of its environment. */
export function MoveResource({ resource: { id, name, workspaceInfo }, onClose }: DialogProps): ReactNode {
  const text = useText(resourceMessages);
  const others = useWorkspaceOptions().filter((one) => one.id !== workspaceInfo.id);
  const [chosen, setChosen] = useState<string>();
  const targetWorkspaceId = chosen ?? others[0]?.id ?? '';
  const move = useChange('PUT /orchestration/resources/{resourceId}/move/{targetWorkspaceId}', {
    refreshes: ['GET /orchestration/resources', 'GET /orchestration/resources/{resourceId}'],
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
        onSubmit={() => move.mutate({ path: { resourceId: id, targetWorkspaceId } })}
        onCancel={onClose}
      >
        <ChoiceField label={text('workspace')} value={targetWorkspaceId} options={others} onChange={setChosen} />
      </ChangeForm>
    </ModalDialog>
  );
}

/** Asks before a resource is deleted. */
export function DeleteResource({ resource: { id, name }, onClose }: DialogProps): ReactNode {
  const text = useText(resourceMessages);
  const shared = useText(sharedMessages);
  const navigate = useNavigate();
  const remove = useChange('DELETE /orchestration/resources/{resourceId}', {
    refreshes: ['GET /orchestration/resources'],
    onDone: () => {
      toast(shared('deleted'));
      void navigate({ to: '/setup/resources' });
    },
  });
  return (
    <ConfirmDialog
      title={text('deleteTitle', { name })}
      action={shared('delete')}
      isOpen
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ path: { resourceId: id } })}
      onClose={onClose}
    >
      <p>{text('deleteHint')}</p>
    </ConfirmDialog>
  );
}
