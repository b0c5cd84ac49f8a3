/** The list of roles. */
import { useCallback, useState, type ReactNode } from 'react';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { Permission, Schema } from '@millrace/contract';
import { useChange } from '../../app/api.ts';
import { usePagedList } from '../../app/lists.ts';
import { useText, type TextOf } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { ChangeForm } from '../../ui/change-form.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { DataTable, type TableColumn } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { ModalDialog } from '../../ui/modal-dialog.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { FilterField, TextField } from '../../ui/text-field.tsx';
import { roleMessages } from './messages.ts';
import { PermissionList } from './permission-list.tsx';
import { UnusedPermissionTable } from './unused-permissions.tsx';

const route = getRouteApi('/admin/roles');

/** The page. */
export function RolesPage(): ReactNode {
  const text = useText(roleMessages);
  const { name, show } = route.useSearch();
  const navigate = route.useNavigate();
  const [isCreating, setIsCreating] = useState(false);
  const onName = useCallback(
    (typed: string) => void navigate({ search: (search) => ({ ...search, name: typed || undefined }), replace: true }),
    [navigate],
  );
  return (
    <div className="page-fill">
      <PageHead title={text('roles')}>
        <ActionButton tone="main" icon="plus" onPress={() => setIsCreating(true)}>
          {text('new')}
        </ActionButton>
      </PageHead>
      <div className="filters" role="search">
        <ChoiceField
          label={text('show')}
          value={show ?? 'all'}
          options={[
            { id: 'all', name: text('allRoles') },
            { id: 'unused', name: text('unused') },
          ]}
          onChange={(id) => void navigate({ search: (search) => ({ ...search, show: id === 'unused' ? id : undefined }) })}
        />
        {show === undefined && <FilterField label={text('name')} value={name ?? ''} onChange={onName} />}
      </div>
      {show === undefined ? <RoleTable name={name} /> : <UnusedPermissionTable />}
      {isCreating && <NewRole onClose={() => setIsCreating(false)} />}
    </div>
  );
}

function RoleTable({ name }: { name: string | undefined }): ReactNode {
  const text = useText(roleMessages);
  const { rows, error, isPending, hasMore, onEnd, refetch } = usePagedList('GET /account/roles', { query: { nameFilter: name } });
  return (
    <>
      {error && <ErrorNote error={error} onRetry={refetch} />}
      <DataTable
        label={text('roles')}
        rows={rows}
        keyOf={({ id }) => id}
        isLoading={isPending && !error}
        hasMore={hasMore}
        onEnd={onEnd}
        columns={columnsOf(text)}
        empty={
          <EmptyState title={text('noMatch')}>
            <p>{text('noneHint')}</p>
          </EmptyState>
        }
      />
    </>
  );
}

function NewRole({ onClose }: { onClose: () => void }): ReactNode {
  const text = useText(roleMessages);
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [permissions, setPermissions] = useState<Permission[]>([]);
  const create = useChange('POST /account/roles', {
    refreshes: ['GET /account/roles'],
    onDone: ({ id }) => void navigate({ to: '/admin/roles/$roleId', params: { roleId: id } }),
  });
  return (
    <ModalDialog title={text('new')} isOpen onClose={onClose}>
      <ChangeForm
        action={text('create')}
        isPending={create.isPending}
        error={create.error}
        onCancel={onClose}
        onSubmit={() => create.mutate({ body: { name, permissions } })}
      >
        <TextField label={text('name')} value={name} onChange={setName} hint={text('createHint')} autoFocus />
        <PermissionList values={permissions} onChange={setPermissions} />
      </ChangeForm>
    </ModalDialog>
  );
}

const columnsOf = (text: TextOf<typeof roleMessages>): TableColumn<Schema<'Role'>>[] => [
  {
    id: 'name',
    header: text('name'),
    cell: (role, focus) => (
      <Link {...focus} to="/admin/roles/$roleId" params={{ roleId: role.id }} dir="auto" title={role.name}>
        {role.name}
      </Link>
    ),
  },
  { id: 'kind', header: text('kind'), width: '8rem', cell: ({ builtIn }) => text(builtIn ? 'builtIn' : 'custom') },
  {
    id: 'permissions',
    header: text('permissions'),
    width: '11rem',
    isWide: true,
    cell: ({ permissions }) => text('permissionCount', { count: permissions.length }),
  },
];
