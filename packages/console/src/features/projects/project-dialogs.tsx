/** Dialogs that create and delete a project. */
import { useState, type ReactNode } from 'react';
import { useNavigate } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { useChange } from '../../app/api.ts';
import { useMe } from '../../app/session.tsx';
import { useText } from '../../text/language.tsx';
import { ChangeForm } from '../../ui/change-form.tsx';
import { DeleteDialog } from '../../ui/delete-dialog.tsx';
import { ModalDialog } from '../../ui/modal-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.tsx';
import { projectMessages } from './messages.ts';

/** Creates a project. */
export function NewProject({ onClose }: { onClose: () => void }): ReactNode {
  const text = useText(projectMessages);
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [owner, setOwner] = useState(useMe().login);
  const [url, setUrl] = useState('');
  const [description, setDescription] = useState('');
  const create = useChange('POST /orchestration/projects', {
    refreshes: ['GET /orchestration/projects'],
    onDone: ({ id }) => void navigate({ to: '/setup/projects/$projectId', params: { projectId: id } }),
  });
  return (
    <ModalDialog title={text('new')} isOpen onClose={onClose}>
      <ChangeForm
        action={text('create')}
        isPending={create.isPending}
        error={create.error}
        onSubmit={() => create.mutate({ body: { name, owner, url, ...(description !== '' && { description }) } })}
        onCancel={onClose}
      >
        <TextField label={text('name')} value={name} onChange={setName} isRequired autoFocus autoComplete="off" />
        <TextField label={text('url')} hint={text('urlHint')} value={url} onChange={setUrl} isRequired autoComplete="off" />
        <TextField label={text('owner')} hint={text('ownerHint')} value={owner} onChange={setOwner} isRequired autoComplete="off" />
        <TextField label={text('description')} value={description} onChange={setDescription} autoComplete="off" />
      </ChangeForm>
    </ModalDialog>
  );
}

/** Asks before a project is deleted. */
export function DeleteProject({ project: { id, name }, onClose }: { project: Schema<'Project'>; onClose: () => void }): ReactNode {
  const text = useText(projectMessages);
  const navigate = useNavigate();
  const remove = useChange('DELETE /orchestration/projects/{projectId}', {
    refreshes: ['GET /orchestration/projects'],
    onDone: () => {
      toast(text('deleted'));
      void navigate({ to: '/setup/projects' });
    },
  });
  return (
    <DeleteDialog name={name} change={remove} onDelete={() => remove.mutate({ path: { projectId: id } })} onClose={onClose}>
      <p>{text('deleteHint')}</p>
    </DeleteDialog>
  );
}
