/** Dialogs that create, change and delete an environment. */
import type { ReactNode } from 'react';
import type { Route, Schema } from '@millrace/contract';
import { useChange } from '../../app/api.ts';
import { useText } from '../../text/language.tsx';
import { ChangeForm } from '../../ui/change-form.tsx';
import { DeleteDialog } from '../../ui/delete-dialog.tsx';
import { ModalDialog } from '../../ui/modal-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { environmentMessages } from './messages.ts';

const READS: readonly Route[] = ['GET /orchestration/environments', 'GET /orchestration/workspaces'];

/** Creates an environment with its first workspace. */
export function NewEnvironmentDialog({ onClose }: { onClose: () => void }): ReactNode {
  const text = useText(environmentMessages);
  const [{ name, description, workspaceName, owner }, draft] = useDraft({ name: '', description: '', workspaceName: '', owner: '' });
  const create = useChange('POST /orchestration/environments', {
    refreshes: READS,
    notice: text('environmentCreated'),
    onDone: onClose,
  });
  return (
    <ModalDialog title={text('new')} isOpen onClose={onClose}>
      <ChangeForm
        action={text('create')}
        change={create}
        onSubmit={() =>
          create.mutate({
            body: { name, workspaceName, ...(description !== '' && { description }), ...(owner !== '' && { owner }) },
          })
        }
        onCancel={onClose}
      >
        <TextField label={text('name')} {...draft.field('name')} isRequired autoFocus autoComplete="off" />
        <TextField label={text('description')} {...draft.field('description')} autoComplete="off" />
        <TextField label={text('workspaceName')} {...draft.field('workspaceName')} isRequired autoComplete="off" />
        <TextField label={text('workspaceOwner')} hint={text('ownerHint')} {...draft.field('owner')} autoComplete="off" />
      </ChangeForm>
    </ModalDialog>
  );
}

type DialogProps = { environment: Schema<'EnvironmentInfo'>; onClose: () => void };

/** Changes the name and the description of an environment. */
export function ChangeEnvironment({ environment, onClose }: DialogProps): ReactNode {
  const text = useText(environmentMessages);
  const [{ name, description }, draft] = useDraft({ name: environment.name, description: environment.description ?? '' });
  const change = useChange('PUT /orchestration/environments/{Id}', {
    refreshes: READS,
    notice: text('saved'),
    onDone: onClose,
  });
  return (
    <ModalDialog title={text('changeName', { name: environment.name })} isOpen onClose={onClose}>
      <ChangeForm
        action={text('save')}
        change={change}
        onSubmit={() => change.mutate({ path: { Id: environment.id }, body: { name, description: description || null } })}
        onCancel={onClose}
      >
        <TextField label={text('name')} {...draft.field('name')} isRequired autoFocus autoComplete="off" />
        <TextField label={text('description')} {...draft.field('description')} autoComplete="off" />
      </ChangeForm>
    </ModalDialog>
  );
}

/** Asks before an environment is deleted. */
export function DeleteEnvironment({ environment: { id, name }, onClose }: DialogProps): ReactNode {
  const text = useText(environmentMessages);
  const remove = useChange('DELETE /orchestration/environments/{Id}', {
    refreshes: READS,
    notice: text('deleted'),
    onDone: onClose,
  });
  return (
    <DeleteDialog name={name} change={remove} onDelete={() => remove.mutate({ path: { Id: id } })} onClose={onClose}>
      <p>{text('deleteHint')}</p>
    </DeleteDialog>
  );
}
