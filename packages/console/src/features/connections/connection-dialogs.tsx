/** Dialogs that move and delete a connection. */
import type { ReactNode } from 'react';
import { useNavigate } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { useChange } from '../../app/api.ts';
import { useText } from '../../text/language.tsx';
import { DeleteDialog } from '../../ui/delete-dialog.tsx';
import { MoveDialog } from '../workspaces/move-dialog.tsx';
import { connectionMessages } from './messages.ts';

type DialogProps = { connection: Schema<'ConnectionDetails'>; onClose: () => void };

/** Moves a connection to another workspace of its environment. */
export function MoveConnection({ connection: { id, name, workspace }, onClose }: DialogProps): ReactNode {
  const text = useText(connectionMessages);
  const move = useChange('PUT /orchestration/connections/{connectionId}/move/{targetWorkspaceId}', {
    refreshes: ['GET /orchestration/connections', 'GET /orchestration/connections/{connectionId}'],
    notice: text('moved'),
    onDone: onClose,
  });
  return (
    <MoveDialog
      name={name}
      workspaceId={workspace.id}
      change={move}
      onMove={(targetWorkspaceId) => move.mutate({ path: { connectionId: id, targetWorkspaceId } })}
      onClose={onClose}
    />
  );
}

/** Asks before a connection is deleted. */
export function DeleteConnection({ connection: { id, name }, onClose }: DialogProps): ReactNode {
  const text = useText(connectionMessages);
  const navigate = useNavigate();
  const remove = useChange('DELETE /orchestration/connections/{connectionId}', {
    refreshes: ['GET /orchestration/connections'],
    notice: text('deleted'),
    onDone: () => void navigate({ to: '/setup/connections' }),
  });
  return (
    <DeleteDialog name={name} change={remove} onDelete={() => remove.mutate({ path: { connectionId: id } })} onClose={onClose}>
      <p>{text('deleteHint')}</p>
    </DeleteDialog>
  );
}
