/** The list of the workspaces of an environment. */
import { useState, type ReactNode } from 'react';
import { useEnvironment } from '../../app/environment.tsx';
import { useMay } from '../../app/session.tsx';
import { useText } from '../../text/language.tsx';
import { IconButton } from '../../ui/action-button.tsx';
import { ActionMenu, MenuAction } from '../../ui/action-menu.tsx';
import { NameLink } from '../../ui/data-table.tsx';
import { ListPage, useDialogButton } from '../../ui/list-page.tsx';
import { workspaceMessages } from './messages.ts';
import { useWorkspaceList, type NamedWorkspace } from './use-workspaces.ts';
import { ChangeWorkspace, DeleteWorkspace, NewWorkspace } from './workspace-dialogs.tsx';

/** The page. */
export function WorkspacesPage(): ReactNode {
  const text = useText(workspaceMessages);
  const { environment } = useEnvironment();
  const list = useWorkspaceList();
  const mayCreate = useMay('SVC_ENVIRONMENT_MANAGEMENT');
  const creation = useDialogButton(text('new'), (close) => environment && <NewWorkspace environment={environment} onClose={close} />);
  const [open, setOpen] = useState<{ dialog: 'change' | 'delete'; workspace: NamedWorkspace }>();
  const close = (): void => setOpen(undefined);
  return (
    <ListPage
      text={text}
      title={text('title')}
      create={mayCreate && environment && creation.button}
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
          // An account without the permission may still have a right on the workspace, which also allows the change. The server decides.
          render: (workspace) => (
            <ActionMenu button={<IconButton label={text('moreActions')} icon="more" />} label={workspace.name}>
              <MenuAction onAction={() => setOpen({ dialog: 'change', workspace })}>{text('edit')}</MenuAction>
              {mayCreate && <MenuAction onAction={() => setOpen({ dialog: 'delete', workspace })}>{text('delete')}</MenuAction>}
            </ActionMenu>
          ),
        },
      ]}
    >
      {creation.dialog}
      {open?.dialog === 'change' && <ChangeWorkspace workspace={open.workspace} onClose={close} />}
      {open?.dialog === 'delete' && <DeleteWorkspace workspace={open.workspace} onClose={close} />}
    </ListPage>
  );
}
