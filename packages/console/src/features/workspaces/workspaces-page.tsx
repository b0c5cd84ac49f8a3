/** The list of the workspaces of an environment, with dialogs that create, change and delete one. */
import type { Schema } from '@millrace/contract';
import { useState, type ReactNode } from 'react';
import { useChange } from '../../app/api.ts';
import { useEnvironment } from '../../app/environment.tsx';
import { type NamedWorkspace, useWorkspaceList, useWorkspacesWith } from '../../app/own-rights.ts';
import { useMay } from '../../app/session.tsx';
import { useText } from '../../text/language.tsx';
import { IconButton } from '../../ui/action-button.tsx';
import { ActionMenu, MenuAction } from '../../ui/action-menu.tsx';
import { CheckField } from '../../ui/check-field.tsx';
import { NameLink } from '../../ui/links.tsx';
import { DeleteDialog, useDialogButton, FormDialog } from '../../ui/dialogs.tsx';
import { TablePage } from '../../ui/table-page.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { workspaceMessages } from './messages.ts';

/** The page. */
export function WorkspacesPage(): ReactNode {
  const text = useText(workspaceMessages);
  const { environment } = useEnvironment();
  const list = useWorkspaceList();
  const managesAll = useMay('SVC_ENVIRONMENT_MANAGEMENT');
  const managed = useWorkspacesWith('MANAGE');
  const creation = useDialogButton(text('new'), (close) => environment && <NewWorkspace environment={environment} onClose={close} />);
  const [open, setOpen] = useState<{ dialog: 'change' | 'delete'; workspace: NamedWorkspace }>();
  const close = (): void => setOpen(undefined);
  return (
    <TablePage
      text={text}
      title={text('workspaces')}
      create={managesAll && environment && creation.button}
      list={{ ...list, isPending: list.isPending && environment !== undefined }}
      keyOf={({ id }) => id}
      columns={[
        {
          id: 'name',
          render: ({ id, name }, focus) => <NameLink {...focus} to="/tasks" search={{ workspace: id }} name={name} />,
        },
        { id: 'kind', width: '10rem', render: ({ type }) => type && text(type) },
        { id: 'owner', width: '12rem', isWide: true, render: ({ owner }) => <bdi>{owner}</bdi> },
        { id: 'description', isWide: true, render: ({ description }) => <bdi>{description}</bdi> },
        {
          id: 'menu',
          header: '',
          width: '4rem',
          align: 'end',
          render: (workspace) =>
            (managesAll || managed.some(({ id }) => id === workspace.id)) && (
              <ActionMenu button={<IconButton label={text('moreActions')} icon="more" />} label={workspace.name}>
                <MenuAction onAction={() => setOpen({ dialog: 'change', workspace })}>{text('edit')}</MenuAction>
                {managesAll && <MenuAction onAction={() => setOpen({ dialog: 'delete', workspace })}>{text('delete')}</MenuAction>}
              </ActionMenu>
            ),
        },
      ]}
    >
      {creation.dialog}
      {open?.dialog === 'change' && <ChangeWorkspace workspace={open.workspace} onClose={close} />}
      {open?.dialog === 'delete' && <DeleteWorkspace workspace={open.workspace} onClose={close} />}
    </TablePage>
  );
}

/** Creates a workspace. */
function NewWorkspace({ environment, onClose }: { environment: Schema<'EnvironmentInfo'>; onClose: () => void }): ReactNode {
  const text = useText(workspaceMessages);
  const [{ name, description, owner }, draft] = useDraft({ name: '', description: '', owner: '' });
  const create = useChange('POST /orchestration/workspaces', {
    refreshes: ['GET /orchestration/workspaces'],
    notice: text('saved'),
    onDone: onClose,
  });
  return (
    <FormDialog
      title={text('createTitle', { name: environment.name })}
      action={text('create')}
      change={create}
      onSubmit={() =>
        create.mutate({
          body: { name, environmentId: environment.id, ...(description !== '' && { description }), ...(owner !== '' && { owner }) },
        })
      }
      onClose={onClose}
    >
      <TextField label={text('name')} {...draft.field('name')} isRequired autoFocus autoComplete="off" />
      <TextField label={text('description')} {...draft.field('description')} autoComplete="off" />
      <TextField label={text('owner')} hint={text('loginHint')} {...draft.field('owner')} autoComplete="off" />
    </FormDialog>
  );
}

type DialogProps = { workspace: NamedWorkspace; onClose: () => void };

/** Changes the settings of a workspace. */
function ChangeWorkspace({ workspace, onClose }: DialogProps): ReactNode {
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
    <FormDialog
      title={text('changeName', { name: workspace.name })}
      action={text('save')}
      change={change}
      onSubmit={() =>
        change.mutate({
          path: { id: workspace.id },
          body: { name, description: description || null, protectedArtifactUpdate, ...(owner !== '' && { owner }) },
        })
      }
      onClose={onClose}
    >
      <TextField label={text('name')} {...draft.field('name')} isRequired autoFocus autoComplete="off" />
      <TextField label={text('description')} {...draft.field('description')} autoComplete="off" />
      <TextField label={text('owner')} {...draft.field('owner')} autoComplete="off" />
      <CheckField {...draft.check('protectedArtifactUpdate')}>{text('protected')}</CheckField>
    </FormDialog>
  );
}

/** Asks before a workspace is deleted. */
function DeleteWorkspace({ workspace: { id, name }, onClose }: DialogProps): ReactNode {
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
