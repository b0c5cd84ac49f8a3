/** Dialogs that create, change and delete a workspace. */
import { useState, type ReactNode } from 'react';
import type { Schema } from '@millrace/contract';
import { useChange } from '../../app/api.ts';
import { useText } from '../../text/language.tsx';
import { ChangeForm } from '../../ui/change-form.tsx';
import { CheckField } from '../../ui/check-field.tsx';
import { DeleteDialog } from '../../ui/delete-dialog.tsx';
import { ModalDialog } from '../../ui/modal-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.tsx';
import { workspaceMessages } from './messages.ts';
import type { NamedWorkspace } from './use-workspaces.ts';

/** Creates a workspace. */
export function NewWorkspace({ environment, onClose }: { environment: Schema<'EnvironmentInfo'>; onClose: () => void }): ReactNode {
  const text = useText(workspaceMessages);
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [owner, setOwner] = useState('');
  const create = useChange('POST /orchestration/workspaces', {
    refreshes: ['GET /orchestration/workspaces'],
    onDone: () => {
      toast(text('saved'));
      onClose();
    },
  });
  return (
    <ModalDialog title={text('createTitle', { name: environment.name })} isOpen onClose={onClose}>
      <ChangeForm
        action={text('create')}
        isPending={create.isPending}
        error={create.error}
        onSubmit={() =>
          create.mutate({
            body: { name, environmentId: environment.id, ...(description !== '' && { description }), ...(owner !== '' && { owner }) },
          })
        }
        onCancel={onClose}
      >
        <TextField label={text('name')} value={name} onChange={setName} isRequired autoFocus autoComplete="off" />
        <TextField label={text('description')} value={description} onChange={setDescription} autoComplete="off" />
        <TextField label={text('owner')} hint={text('ownerHint')} value={owner} onChange={setOwner} autoComplete="off" />
      </ChangeForm>
    </ModalDialog>
  );
}

type DialogProps = { workspace: NamedWorkspace; onClose: () => void };

/** Changes the settings of a workspace. */
export function ChangeWorkspace({ workspace, onClose }: DialogProps): ReactNode {
  const text = useText(workspaceMessages);
  const [name, setName] = useState(workspace.name);
  const [description, setDescription] = useState(workspace.description ?? '');
  const [owner, setOwner] = useState(workspace.owner ?? '');
  const [protectedArtifactUpdate, setProtected] = useState(workspace.protectedArtifactUpdate ?? false);
  const change = useChange('PUT /orchestration/workspaces/{id}', {
    refreshes: ['GET /orchestration/workspaces'],
    onDone: () => {
      toast(text('saved'));
      onClose();
    },
  });
  return (
    <ModalDialog title={text('changeName', { name: workspace.name })} isOpen onClose={onClose}>
      <ChangeForm
        action={text('save')}
        isPending={change.isPending}
        error={change.error}
        onSubmit={() =>
          change.mutate({
            path: { id: workspace.id },
            body: { name, description: description || null, protectedArtifactUpdate, ...(owner !== '' && { owner }) },
          })
        }
        onCancel={onClose}
      >
        <TextField label={text('name')} value={name} onChange={setName} isRequired autoFocus autoComplete="off" />
        <TextField label={text('description')} value={description} onChange={setDescription} autoComplete="off" />
        <TextField label={text('owner')} value={owner} onChange={setOwner} autoComplete="off" />
        <CheckField isSelected={protectedArtifactUpdate} onChange={setProtected}>
          {text('protected')}
        </CheckField>
      </ChangeForm>
    </ModalDialog>
  );
}

/** Asks before a workspace is deleted. */
export function DeleteWorkspace({ workspace: { id, name }, onClose }: DialogProps): ReactNode {
  const text = useText(workspaceMessages);
  const remove = useChange('DELETE /orchestration/workspaces/{id}', {
    refreshes: ['GET /orchestration/workspaces'],
    onDone: () => {
      toast(text('deleted'));
      onClose();
    },
  });
  return (
    <DeleteDialog name={name} change={remove} onDelete={() => remove.mutate({ path: { id } })} onClose={onClose}>
      <p>{text('deleteHint')}</p>
    </DeleteDialog>
  );
}
