/** Dialogs that move and delete a resource. */
import type { ReactNode } from 'react';
import { useNavigate } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { useChange } from '../../app/api.ts';
import { useText } from '../../text/language.tsx';
import { DeleteDialog } from '../../ui/delete-dialog.tsx';
import { MoveDialog } from '../workspaces/move-dialog.tsx';
import { resourceMessages } from './messages.ts';

type DialogProps = { resource: Schema<'Resource'>; onClose: () => void };

/** Moves a resource to another workspace of its environment. */
export function MoveResource({ resource: { id, name, workspaceInfo }, onClose }: DialogProps): ReactNode {
  const text = useText(resourceMessages);
  const move = useChange('PUT /orchestration/resources/{resourceId}/move/{targetWorkspaceId}', {
    refreshes: ['GET /orchestration/resources', 'GET /orchestration/resources/{resourceId}'],
    notice: text('moved'),
    onDone: onClose,
  });
  return (
    <MoveDialog
      name={name}
      workspaceId={workspaceInfo.id}
      change={move}
      onMove={(targetWorkspaceId) => move.mutate({ path: { resourceId: id, targetWorkspaceId } })}
      onClose={onClose}
    />
  );
}

/** Asks before a resource is deleted. */
export function DeleteResource({ resource: { id, name }, onClose }: DialogProps): ReactNode {
  const text = useText(resourceMessages);
  const navigate = useNavigate();
  const remove = useChange('DELETE /orchestration/resources/{resourceId}', {
    refreshes: ['GET /orchestration/resources'],
    notice: text('deleted'),
    onDone: () => void navigate({ to: '/setup/resources' }),
  });
  return (
    <DeleteDialog name={name} change={remove} onDelete={() => remove.mutate({ path: { resourceId: id } })} onClose={onClose}>
      <p>{text('deleteHint')}</p>
    </DeleteDialog>
  );
}
