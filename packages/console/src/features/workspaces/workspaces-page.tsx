/** The list of the workspaces of an environment. */
import { useState, type ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { useRead } from '../../app/api.ts';
import { useEnvironment } from '../../app/environment.tsx';
import { useMay } from '../../app/session.tsx';
import { useText, type TextOf } from '../../text/language.tsx';
import { ActionButton, IconButton } from '../../ui/action-button.tsx';
import { ActionMenu, MenuAction } from '../../ui/action-menu.tsx';
import { DataTable, type TableColumn } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { workspaceMessages } from './messages.ts';
import { useWorkspaces, type NamedWorkspace } from './use-workspaces.ts';
import { ChangeWorkspace, DeleteWorkspace, NewWorkspace } from './workspace-dialogs.tsx';

type Open = { dialog: 'new' } | { dialog: 'change' | 'delete'; workspace: NamedWorkspace };

/** The page. */
export function WorkspacesPage(): ReactNode {
  const text = useText(workspaceMessages);
  const { environment } = useEnvironment();
  const mayCreate = useMay('SVC_ENVIRONMENT_MANAGEMENT');
  const [open, setOpen] = useState<Open>();
  const workspaces = useWorkspaces();
  const { error, refetch } = useRead(
    'GET /orchestration/workspaces',
    { query: { query: `environment.id==${environment?.id}` } },
    { enabled: environment !== undefined },
  );
  const close = (): void => setOpen(undefined);
  const create = mayCreate && environment && (
    <ActionButton tone="main" icon="plus" onPress={() => setOpen({ dialog: 'new' })}>
      {text('new')}
    </ActionButton>
  );
  // An account without the permission may still have a right on the workspace, which also allows the change. The server decides.
  const menu = (workspace: NamedWorkspace): ReactNode => (
    <ActionMenu button={<IconButton label={text('moreActions')} icon="more" />} label={workspace.name}>
      <MenuAction onAction={() => setOpen({ dialog: 'change', workspace })}>{text('edit')}</MenuAction>
      {mayCreate && <MenuAction onAction={() => setOpen({ dialog: 'delete', workspace })}>{text('delete')}</MenuAction>}
    </ActionMenu>
  );
  return (
    <div className="page-fill">
      <PageHead title={text('title')}>{create}</PageHead>
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      <DataTable
        label={text('title')}
        columns={columnsOf(text, menu)}
        rows={workspaces ?? []}
        keyOf={({ id }) => id}
        isLoading={workspaces === undefined && environment !== undefined && !error}
        empty={
          <EmptyState title={text('empty')} action={create}>
            <p>{text('noneHint')}</p>
          </EmptyState>
        }
      />
      {open?.dialog === 'new' && environment && <NewWorkspace environment={environment} onClose={close} />}
      {open?.dialog === 'change' && <ChangeWorkspace workspace={open.workspace} onClose={close} />}
      {open?.dialog === 'delete' && <DeleteWorkspace workspace={open.workspace} onClose={close} />}
    </div>
  );
}

const columnsOf = (
  text: TextOf<typeof workspaceMessages>,
  menu: (workspace: NamedWorkspace) => ReactNode,
): TableColumn<NamedWorkspace>[] => [
  {
    id: 'name',
    header: text('name'),
    cell: ({ id, name }, focus) => (
      <Link {...focus} to="/tasks" search={{ workspace: id }} dir="auto" title={name}>
        {name}
      </Link>
    ),
  },
  { id: 'kind', header: text('kind'), width: '10rem', cell: ({ type }) => type && text(type) },
  { id: 'owner', header: text('owner'), width: '12rem', isWide: true, cell: ({ owner }) => <bdi>{owner}</bdi> },
  { id: 'description', header: text('description'), isWide: true, cell: ({ description }) => <bdi>{description}</bdi> },
  { id: 'menu', header: '', width: '4rem', align: 'end', cell: menu },
];
