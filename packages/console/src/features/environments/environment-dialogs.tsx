/** Dialogs that create, change and delete an environment. */
import { useState, type ReactNode } from 'react';
import type { Route, Schema } from '@millrace/contract';
import { useChange } from '../../app/api.ts';
import { useText } from '../../text/language.tsx';
import { ChangeForm } from '../../ui/change-form.tsx';
import { DeleteDialog } from '../../ui/delete-dialog.tsx';
import { ModalDialog } from '../../ui/modal-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.tsx';
import { environmentMessages } from './messages.ts';

const READS: readonly Route[] = ['GET /orchestration/environments', 'GET /orchestration/workspaces'];

/** Creates an environment with its first workspace. */
export function NewEnvironmentDialog({ onClose }: { onClose: () => void }): ReactNode {
  const text = useText(environmentMessages);
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [workspaceName, setWorkspaceName] = useState('');
  const [owner, setOwner] = useState('');
  const create = useChange('POST /orchestration/environments', {
    refreshes: READS,
    onDone: () => {
      toast(text('environmentCreated'));
      onClose();
    },
  });
  return (
    <ModalDialog title={text('new')} isOpen onClose={onClose}>
      <ChangeForm
        action={text('create')}
        isPending={create.isPending}
        error={create.error}
        onSubmit={() =>
          create.mutate({
            body: { name, workspaceName, ...(description !== '' && { description }), ...(owner !== '' && { owner }) },
          })
        }
        onCancel={onClose}
      >
        <TextField label={text('name')} value={name} onChange={setName} isRequired autoFocus autoComplete="off" />
        <TextField label={text('description')} value={description} onChange={setDescription} autoComplete="off" />
        <TextField label={text('workspaceName')} value={workspaceName} onChange={setWorkspaceName} isRequired autoComplete="off" />
        <TextField label={text('workspaceOwner')} hint={text('ownerHint')} value={owner} onChange={setOwner} autoComplete="off" />
      </ChangeForm>
    </ModalDialog>
  );
}

type DialogProps = { environment: Schema<'EnvironmentInfo'>; onClose: () => void };

/** Changes the name and the description of an environment. */
export function ChangeEnvironment({ environment, onClose }: DialogProps): ReactNode {
  const text = useText(environmentMessages);
  const [name, setName] = useState(environment.name);
  const [description, setDescription] = useState(environment.description ?? '');
  const change = useChange('PUT /orchestration/environments/{Id}', {
    refreshes: READS,
    onDone: () => {
      toast(text('saved'));
      onClose();
    },
  });
  return (
    <ModalDialog title={text('changeName', { name: environment.name })} isOpen onClose={onClose}>
      <ChangeForm
        action={text('save')}
        isPending={change.isPending}
        error={change.error}
        onSubmit={() => change.mutate({ path: { Id: environment.id }, body: { name, description: description || null } })}
        onCancel={onClose}
      >
        <TextField label={text('name')} value={name} onChange={setName} isRequired autoFocus autoComplete="off" />
        <TextField label={text('description')} value={description} onChange={setDescription} autoComplete="off" />
      </ChangeForm>
    </ModalDialog>
  );
}

/** Asks before an environment is deleted. */
export function DeleteEnvironment({ environment: { id, name }, onClose }: DialogProps): ReactNode {
  const text = useText(environmentMessages);
  const remove = useChange('DELETE /orchestration/environments/{Id}', {
    refreshes: READS,
    onDone: () => {
      toast(text('deleted'));
      onClose();
    },
  });
  return (
    <DeleteDialog name={name} change={remove} onDelete={() => remove.mutate({ path: { Id: id } })} onClose={onClose}>
      <p>{text('deleteHint')}</p>
    </DeleteDialog>
  );
}
