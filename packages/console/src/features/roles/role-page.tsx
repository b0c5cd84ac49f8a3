/** One role: its permissions and its users. */
import { useState, type ReactNode } from 'react';
import { getRouteApi } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { useChange, useRead } from '../../app/api.ts';
import { useDeletion } from '../../app/deletion.ts';
import { usePagedList } from '../../app/lists.ts';
import { useText } from '../../text/language.tsx';
import { ChangeForm } from '../../ui/change-form.tsx';
import { DeleteButton } from '../../ui/dialogs.tsx';
import { ErrorNote, PageHead } from '../../ui/page-parts.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { UserMembers } from '../users/user-members.tsx';
import { roleMessages } from './messages.ts';
import { PermissionList } from './permission-list.tsx';

const route = getRouteApi('/admin/roles/$roleId');

/** The page. */
export function RolePage(): ReactNode {
  const text = useText(roleMessages);
  const { roleId } = route.useParams();
  const { data: role, error } = useRead('GET /account/roles/{id}', { path: { id: roleId } });
  const remove = useDeletion('DELETE /account/roles/{id}', ['GET /account/roles'], '/admin/roles');
  if (!role) return <ErrorNote error={error} />;
  return (
    <>
      <PageHead title={role.name} aside={role.builtIn && <span className="hint">{text('builtIn')}</span>}>
        {!role.builtIn && <DeleteButton name={role.name} hint={text('deleteHint')} change={remove} input={{ path: { id: roleId } }} />}
      </PageHead>
      <RoleForm key={JSON.stringify(role)} role={role} />
      <RoleUsers roleId={roleId} />
    </>
  );
}

function RoleForm({ role }: { role: Schema<'Role'> }): ReactNode {
  const text = useText(roleMessages);
  const [name, setName] = useState(role.name);
  const [permissions, setPermissions] = useState(role.permissions);
  const save = useChange('PUT /account/roles/{id}', {
    refreshes: ['GET /account/roles/{id}', 'GET /account/roles'],
    notice: text('saved'),
  });
  if (role.builtIn)
    return (
      <section className="card">
        <p className="hint">{text('builtInHint')}</p>
        <PermissionList values={permissions} isDisabled onChange={setPermissions} />
      </section>
    );
  return (
    <section className="card wide-form">
      <ChangeForm action={text('save')} change={save} onSubmit={() => save.mutate({ path: { id: role.id }, body: { name, permissions } })}>
        <TextField label={text('name')} value={name} onChange={setName} />
        <PermissionList values={permissions} onChange={setPermissions} />
      </ChangeForm>
    </section>
  );
}

const READS = ['GET /account/roles/{id}/users', 'GET /api/v1/users', 'GET /account/users/{id}/roles'] as const;

function RoleUsers({ roleId }: { roleId: string }): ReactNode {
  const text = useText(roleMessages);
  const path = { id: roleId };
  const list = usePagedList('GET /account/roles/{id}/users', { path });
  const assign = useChange('POST /account/roles/{id}/users', { refreshes: READS, notice: text('saved') });
  const unassign = useChange('DELETE /account/roles/{id}/users/{userId}', { refreshes: READS });
  return (
    <UserMembers
      label={text('users')}
      empty={text('noUsers')}
      addLabel={text('addUser')}
      list={list}
      refusal={assign.error ?? unassign.error}
      onAdd={(userId) => assign.mutate({ path, body: [userId] })}
      onRemove={(userId) => unassign.mutate({ path: { id: roleId, userId } })}
    />
  );
}
