/** The actions for an engine. */
import { useState, type ReactNode } from 'react';
import { useNavigate } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { useChange } from '../../app/api.ts';
import { useMay } from '../../app/session.tsx';
import { useText } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { DeleteDialog } from '../../ui/delete-dialog.tsx';
import { engineMessages } from './messages.ts';
import { PairingDialog } from './new-engine.tsx';

/** The buttons that pair the engine again and delete it. The built-in engine has none, because the server manages it. */
export function EngineActions({ engine: { id, name, managed } }: { engine: Schema<'Engine'> }): ReactNode {
  const text = useText(engineMessages);
  const navigate = useNavigate();
  const [open, setOpen] = useState<'unpair' | 'delete'>();
  const [key, setKey] = useState<string>();
  const unpair = useChange('DELETE /processing/runtimes/remote-engines/{id}/pairing', {
    refreshes: ['GET /processing/runtimes/remote-engines/{id}', 'GET /processing/runtimes/remote-engines'],
    onDone: (created) => {
      setOpen(undefined);
      setKey(created);
    },
  });
  const remove = useChange('DELETE /processing/runtimes/remote-engines/{id}', {
    refreshes: ['GET /processing/runtimes/remote-engines'],
    notice: text('deleted'),
    onDone: () => void navigate({ to: '/engines' }),
  });
  const mayChange = useMay('SVC_CLUSTER_MANAGEMENT') && !managed;
  if (!mayChange) return undefined;
  return (
    <>
      <ActionButton onPress={() => setOpen('unpair')}>{text('unpair')}</ActionButton>
      <ActionButton onPress={() => setOpen('delete')}>{text('delete')}</ActionButton>
      <ConfirmDialog
        title={text('unpairTitle', { name })}
        action={text('unpair')}
        isOpen={open === 'unpair'}
        change={unpair}
        onConfirm={() => unpair.mutate({ path: { id } })}
        onClose={() => setOpen(undefined)}
      >
        <p>{text('unpairHint')}</p>
      </ConfirmDialog>
      <DeleteDialog
        name={name}
        isOpen={open === 'delete'}
        change={remove}
        onDelete={() => remove.mutate({ path: { id } })}
        onClose={() => setOpen(undefined)}
      >
        <p>{text('deleteHint')}</p>
      </DeleteDialog>
      {key !== undefined && <PairingDialog name={name} pairingKey={key} onClose={() => setKey(undefined)} />}
    </>
  );
}
