/** One group: its members and its roles. */
import { useState, type ReactNode } from 'react';
import { getRouteApi } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { useChange, useRead } from '../../app/api.ts';
import { useDeletion } from '../../app/deletion.ts';
import { useAllRows, usePagedList } from '../../app/lists.ts';
import { useMay } from '../../app/session.tsx';
import { useText } from '../../text/language.tsx';
import { ChangeForm } from '../../ui/change-form.tsx';
import { CheckList } from '../../ui/check-field.tsx';
import { DeleteButton } from '../../ui/dialogs.tsx';
import { Card, ErrorNote, PageHead } from '../../ui/page-parts.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { UserMembers } from '../users/user-members.tsx';
import { groupMessages } from './messages.ts';

const route = getRouteApi('/admin/groups/$groupId');

/** The page. */
export function GroupPage(): ReactNode {
  const text = useText(groupMessages);
  const { groupId } = route.useParams();
  const { data: group, error } = useRead('GET /account/groups/{id}', { path: { id: groupId } });
  const remove = useDeletion('DELETE /account/groups/{id}', ['GET /account/groups'], '/admin/groups');
  if (!group) return <ErrorNote error={error} />;
  return (
    <>
      <PageHead title={group.name}>
        <DeleteButton name={group.name} hint={text('deleteHint')} change={remove} input={{ path: { id: groupId } }} />
      </PageHead>
      <div className="columns">
        <GroupMembers groupId={groupId} />
        <GroupForm key={`${group.name} ${group.roleIds.join()}`} group={group} />
      </div>
    </>
  );
}

const READS = ['GET /account/groups/{id}/users', 'GET /account/groups/{id}', 'GET /account/groups', 'GET /api/v1/users'] as const;

function GroupMembers({ groupId }: { groupId: string }): ReactNode {
  const text = useText(groupMessages);
  const path = { id: groupId };
  const list = usePagedList('GET /account/groups/{id}/users', { path });
  const add = useChange('POST /account/groups/{id}/users', { refreshes: READS });
  const remove = useChange('DELETE /account/groups/{id}/users/{userId}', { refreshes: READS });
  return (
    <UserMembers
      label={text('members')}
      empty={text('noMembers')}
      addLabel={text('addMember')}
      list={list}
      refusal={add.error ?? remove.error}
      onAdd={(userId) => add.mutate({ path, body: [userId] })}
      onRemove={(userId) => remove.mutate({ path: { id: groupId, userId } })}
    />
  );
}

function GroupForm({ group }: { group: Schema<'Group'> }): ReactNode {
  const text = useText(groupMessages);
  const [name, setName] = useState(group.name);
  const [roleIds, setRoleIds] = useState(group.roleIds);
  const maySeeRoles = useMay('SVC_ROLE_MANAGEMENT');
  const roles = useAllRows('GET /account/roles', { enabled: maySeeRoles });
  /** The roles that the group has stand first: a tenant may have many. */
  const isStored = ({ id }: { id: string }): boolean => group.roleIds.includes(id);
  const save = useChange('PATCH /account/groups/{id}', { refreshes: READS, notice: text('saved') });
  return (
    <Card title={text('nameAndRoles')}>
      <ChangeForm
        action={text('save')}
        change={save}
        onSubmit={() => save.mutate({ path: { id: group.id }, body: { name, ...(maySeeRoles && { roleIds }) } })}
      >
        <TextField label={text('name')} value={name} onChange={setName} />
        {maySeeRoles && (
          <CheckList
            label={text('rolesHint')}
            values={roleIds}
            options={roles.toSorted((a, b) => Number(isStored(b)) - Number(isStored(a))).map(({ id, name: role }) => ({ id, name: role }))}
            scrolls
            onChange={setRoleIds}
          />
        )}
      </ChangeForm>
    </Card>
  );
}
