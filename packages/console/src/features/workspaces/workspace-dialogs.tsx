/** Dialogs that create, change and delete a workspace. */
import type { ReactNode } from 'react';
import type { Schema } from '@millrace/contract';
import { useChange } from '../../app/api.ts';
import { useText } from '../../text/language.tsx';
import { ChangeForm } from '../../ui/change-form.tsx';
import { CheckField } from '../../ui/check-field.tsx';
import { DeleteDialog } from '../../ui/delete-dialog.tsx';
import { ModalDialog } from '../../ui/modal-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { workspaceMessages } from './messages.ts';
import type { NamedWorkspace } from './use-workspaces.ts';

/** Creates a workspace. */
export function NewWorkspace({ environment, onClose }: { environment: Schema<'EnvironmentInfo'>; onClose: () => void }): ReactNode {
  const text = useText(workspaceMessages);
  const [{ name, description, owner }, draft] = useDraft({ name: '', description: '', owner: '' });
  const create = useChange('POST /orchestration/workspaces', {
    refreshes: ['GET /orchestration/workspaces'],
    notice: text('saved'),
    onDone: onClose,
  });
  return (
    <ModalDialog title={text('createTitle', { name: environment.name })} isOpen onClose={onClose}>
      <ChangeForm
        action={text('create')}
        change={create}
        onSubmit={() =>
          create.mutate({
            body: { name, environmentId: environment.id, ...(description !== '' && { description }), ...(owner !== '' && { owner }) },
          })
        }
        onCancel={onClose}
      >
        <TextField label={text('name')} {...draft.field('name')} isRequired autoFocus autoComplete="off" />
        <TextField label={text('description')} {...draft.field('description')} autoComplete="off" />
        <TextField label={text('owner')} hint={text('ownerHint')} {...draft.field('owner')} autoComplete="off" />
      </ChangeForm>
    </ModalDialog>
  );
}

type DialogProps = { workspace: NamedWorkspace; onClose: () => void };

/** Changes the settings of a workspace. */
export function ChangeWorkspace({ workspace, onClose }: DialogProps): ReactNode {
  const text = useText(workspaceMessages);
  const [{ name, description, owner, protectedArtifactUpdate }, draft] = useDraft({
    name: workspace.name,
    description: workspace.description ?? '',
    owner: workspace.owner ?? '',
    protectedArtifactUpdate: workspace.protectedArtifactUpdate ?? false,
  });
  const change = useChange('PUT /orchestration/workspaces/{id}', {
    refreshes: ['GET /orchestration/workspaces'],
    notice: text('saved'),
    onDone: onClose,
  });
  return (
    <ModalDialog title={text('changeName', { name: workspace.name })} isOpen onClose={onClose}>
      <ChangeForm
        action={text('save')}
        change={change}
        onSubmit={() =>
          change.mutate({
            path: { id: workspace.id },
            body: { name, description: description || null, protectedArtifactUpdate, ...(owner !== '' && { owner }) },
          })
        }
        onCancel={onClose}
      >
        <TextField label={text('name')} {...draft.field('name')} isRequired autoFocus autoComplete="off" />
        <TextField label={text('description')} {...draft.field('description')} autoComplete="off" />
        <TextField label={text('owner')} {...draft.field('owner')} autoComplete="off" />
        <CheckField {...draft.check('protectedArtifactUpdate')}>{text('protected')}</CheckField>
      </ChangeForm>
    </ModalDialog>
  );
}

/** Asks before a workspace is deleted. */
export function DeleteWorkspace({ workspace: { id, name }, onClose }: DialogProps): ReactNode {
  const text = useText(workspaceMessages);
  const remove = useChange('DELETE /orchestration/workspaces/{id}', {
    refreshes: ['GET /orchestration/workspaces'],
    notice: text('deleted'),
    onDone: onClose,
  });
  return (
    <DeleteDialog name={name} change={remove} onDelete={() => remove.mutate({ path: { id } })} onClose={onClose}>
      <p>{text('deleteHint')}</p>
    </DeleteDialog>
  );
}
