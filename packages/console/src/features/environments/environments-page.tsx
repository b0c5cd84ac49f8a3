/** The list of environments, with dialogs that create, change and delete one. */
import type { Route, Schema } from '@millrace/contract';
import { useState, type ReactNode } from 'react';
import { useChange } from '../../app/api.ts';
import { useWholeList } from '../../app/lists.ts';
import { useMay } from '../../app/session.tsx';
import { useText } from '../../text/language.tsx';
import { IconButton } from '../../ui/action-button.tsx';
import { ActionMenu, MenuAction } from '../../ui/action-menu.tsx';
import { NameLink } from '../../ui/links.tsx';
import { DeleteDialog, useDialogButton, FormDialog } from '../../ui/dialogs.tsx';
import { TablePage } from '../../ui/table-page.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { environmentMessages } from './messages.ts';

/** The page. */
export function EnvironmentsPage(): ReactNode {
  const text = useText(environmentMessages);
  const mayChange = useMay('SVC_ENVIRONMENT_MANAGEMENT');
  const creation = useDialogButton(text('newEnvironment'), (close) => <NewEnvironmentDialog onClose={close} />);
  const [open, setOpen] = useState<{ dialog: 'change' | 'delete'; environment: Schema<'EnvironmentInfo'> }>();
  const close = (): void => setOpen(undefined);
  return (
    <TablePage
      text={text}
      title={text('environments')}
      create={mayChange && creation.button}
      list={useWholeList('GET /orchestration/environments', {})}
      keyOf={({ id }) => id}
      columns={[
        {
          id: 'name',
          render: ({ id, name }, focus) => <NameLink {...focus} to="/setup/workspaces" search={{ environment: id }} name={name} />,
        },
        { id: 'description', isWide: true, render: ({ description }) => <bdi>{description}</bdi> },
        { id: 'initial', header: '', width: '7rem', isWide: true, render: (environment) => environment.default && text('initial') },
        {
          id: 'menu',
          header: '',
          width: '4rem',
          align: 'end',
          render: (environment) =>
            mayChange && (
              <ActionMenu button={<IconButton label={text('moreActions')} icon="more" />} label={environment.name}>
                <MenuAction onAction={() => setOpen({ dialog: 'change', environment })}>{text('edit')}</MenuAction>
                <MenuAction onAction={() => setOpen({ dialog: 'delete', environment })}>{text('delete')}</MenuAction>
              </ActionMenu>
            ),
        },
      ]}
    >
      {creation.dialog}
      {open?.dialog === 'change' && <ChangeEnvironment environment={open.environment} onClose={close} />}
      {open?.dialog === 'delete' && <DeleteEnvironment environment={open.environment} onClose={close} />}
    </TablePage>
  );
}

const READS: readonly Route[] = ['GET /orchestration/environments', 'GET /orchestration/workspaces'];

/** Creates an environment with its first workspace. */
function NewEnvironmentDialog({ onClose }: { onClose: () => void }): ReactNode {
  const text = useText(environmentMessages);
  const [{ name, description, workspaceName, owner }, draft] = useDraft({ name: '', description: '', workspaceName: '', owner: '' });
  const create = useChange('POST /orchestration/environments', {
    refreshes: READS,
    notice: text('environmentCreated'),
    onDone: onClose,
  });
  return (
    <FormDialog
      title={text('newEnvironment')}
      action={text('create')}
      change={create}
      onSubmit={() =>
        create.mutate({
          body: { name, workspaceName, ...(description !== '' && { description }), ...(owner !== '' && { owner }) },
        })
      }
      onClose={onClose}
    >
      <TextField label={text('name')} {...draft.field('name')} isRequired autoFocus autoComplete="off" />
      <TextField label={text('description')} {...draft.field('description')} autoComplete="off" />
      <TextField label={text('workspaceName')} {...draft.field('workspaceName')} isRequired autoComplete="off" />
      <TextField label={text('workspaceOwner')} hint={text('loginHint')} {...draft.field('owner')} autoComplete="off" />
    </FormDialog>
  );
}

type DialogProps = { environment: Schema<'EnvironmentInfo'>; onClose: () => void };

/** Changes the name and the description of an environment. */
function ChangeEnvironment({ environment, onClose }: DialogProps): ReactNode {
  const text = useText(environmentMessages);
  const [{ name, description }, draft] = useDraft({ name: environment.name, description: environment.description ?? '' });
  const { maxCloudContainers = 0 } = environment;
  const change = useChange('PUT /orchestration/environments/{Id}', {
    refreshes: READS,
    notice: text('saved'),
    onDone: onClose,
  });
  return (
    <FormDialog
      title={text('changeName', { name: environment.name })}
      action={text('save')}
      change={change}
      onSubmit={() => change.mutate({ path: { Id: environment.id }, body: { name, description: description || null, maxCloudContainers } })}
      onClose={onClose}
    >
      <TextField label={text('name')} {...draft.field('name')} isRequired autoFocus autoComplete="off" />
      <TextField label={text('description')} {...draft.field('description')} autoComplete="off" />
    </FormDialog>
  );
}

/** Asks before an environment is deleted. */
function DeleteEnvironment({ environment: { id, name }, onClose }: DialogProps): ReactNode {
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
