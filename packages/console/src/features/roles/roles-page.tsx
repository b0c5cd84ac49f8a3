/** The list of roles. */
import { useState, type ReactNode } from 'react';
import { useNavigate } from '@tanstack/react-router';
import type { Permission } from '@millrace/contract';
import { useChange, useRead } from '../../app/api.ts';
import { useFilters } from '../../app/filters.ts';
import { usePagedList } from '../../app/lists.ts';
import { useText } from '../../text/language.tsx';
import { FilterChoice } from '../../ui/choice-field.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { NameLink } from '../../ui/links.tsx';
import { EmptyState, PageHead } from '../../ui/page-parts.tsx';
import { useDialogButton, FormDialog } from '../../ui/dialogs.tsx';
import { FilterField, TextField } from '../../ui/text-field.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { roleMessages, permissionMessages } from './messages.ts';
import { PermissionList } from './permission-list.tsx';

/** The page: the list of roles, or of unused permissions. */
export function RolesPage(): ReactNode {
  const text = useText(roleMessages);
  const { filters, typed, chosen } = useFilters('/admin/roles');
  const { name, show } = filters;
  const creation = useDialogButton(text('new'), (close) => <NewRole onClose={close} />);
  return (
    <div className="page-fill">
      <PageHead title={text('roles')}>{creation.button}</PageHead>
      <FilterBar>
        <FilterChoice label={text('show')} any={text('allRoles')} {...chosen('show')} options={[{ id: 'unused', name: text('unused') }]} />
        {show === undefined && <FilterField label={text('name')} {...typed('name')} />}
      </FilterBar>
      {show === undefined ? <RoleTable name={name} /> : <UnusedPermissionTable />}
      {creation.dialog}
    </div>
  );
}

function RoleTable({ name }: { name: string | undefined }): ReactNode {
  const text = useText(roleMessages);
  return (
    <DataTable
      text={text}
      label={text('roles')}
      list={usePagedList('GET /account/roles', { query: { nameFilter: name } })}
      keyOf={({ id }) => id}
      columns={[
        {
          id: 'name',
          render: ({ id, name }, focus) => <NameLink {...focus} to="/admin/roles/$roleId" params={{ roleId: id }} name={name} />,
        },
        { id: 'kind', width: '8rem', render: ({ builtIn }) => text(builtIn ? 'builtIn' : 'custom') },
        {
          id: 'permissions',
          width: '11rem',
          isWide: true,
          render: ({ permissions }) => text('permissionCount', { count: permissions.length }),
        },
      ]}
      empty={<EmptyState title={text('noneFits')} hint={text('noneFitsHint')} />}
    />
  );
}

const DAYS = 90;

/** The permissions that accounts have and do not use. */
function UnusedPermissionTable(): ReactNode {
  const text = useText(roleMessages);
  const describe = useText(permissionMessages);
  const unused = useRead('GET /security/unused-permissions', { query: { days: DAYS } });
  return (
    <>
      <p className="hint">{text('unusedHint', { count: DAYS })}</p>
      <DataTable
        text={text}
        label={text('unused')}
        list={{ ...unused, rows: unused.data?.unused ?? [] }}
        keyOf={({ accountId, permission }) => `${accountId} ${permission}`}
        columns={[
          {
            id: 'account',
            render: ({ accountId, userType, name }, focus) =>
              userType === 'HUMAN' ? (
                <NameLink {...focus} to="/admin/users/$userId" params={{ userId: accountId }} name={name} />
              ) : (
                <NameLink {...focus} to="/admin/service-accounts/$serviceAccountId" params={{ serviceAccountId: accountId }} name={name} />
              ),
          },
          {
            id: 'permission',
            render: ({ permission }) => <span title={permission}>{describe(permission as keyof typeof permissionMessages.texts)}</span>,
          },
          { id: 'through', isWide: true, render: ({ roles }) => roles.join(', ') || '–' },
          {
            id: 'lastUse',
            width: '9rem',
            render: ({ lastUsedDate }) => (lastUsedDate === undefined ? text('never') : <TimeText at={lastUsedDate} form="day" />),
          },
        ]}
        empty={<EmptyState title={text('noneUnused')} hint={text('noneUnusedHint')} />}
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
    <FormDialog
      title={text('new')}
      isWide
      action={text('create')}
      change={create}
      onSubmit={() => create.mutate({ body: { name, permissions } })}
      onClose={onClose}
    >
      <TextField label={text('name')} value={name} onChange={setName} hint={text('createHint')} autoFocus />
      <PermissionList values={permissions} onChange={setPermissions} />
    </FormDialog>
  );
}
