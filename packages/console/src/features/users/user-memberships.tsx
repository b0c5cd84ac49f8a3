/** The roles and the groups of a user. */
import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { useChange, useRead } from '../../app/api.ts';
import { useMay } from '../../app/session.tsx';
import { useText } from '../../text/language.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { FindField } from '../../ui/find-field.tsx';
import { MemberList } from '../../ui/item-list.tsx';
import { userMessages } from './messages.ts';

const ROLE_READS = [
  'GET /account/users/{id}/roles',
  'GET /account/users/{id}',
  'GET /api/v1/users/{id}',
  'GET /api/v1/users',
  'GET /account/roles/{id}/users',
] as const;

/** The roles that are assigned to the user directly, not through a group. */
export function UserRoles({ userId }: { userId: string }): ReactNode {
  const text = useText(userMessages);
  const path = { id: userId };
  const mayRead = useMay('SVC_ROLE_MANAGEMENT');
  const { data: assigned = [], error } = useRead('GET /account/users/{id}/roles', { path, query: {} });
  const { data: roles = [] } = useRead('GET /account/roles', { query: {} }, { enabled: mayRead });
  const assign = useChange('POST /account/users/{id}/roles', { refreshes: ROLE_READS });
  const unassign = useChange('DELETE /account/users/{id}/roles/{roleId}', { refreshes: ROLE_READS });
  const refusal = error ?? assign.error ?? unassign.error;
  return (
    <section className="card">
      <h2>{text('roles')}</h2>
      <MemberList
        label={text('roles')}
        empty={text('noRole')}
        entries={assigned.map(({ id, name }) => ({
          id,
          name,
          ...(mayRead && {
            content: (
              <Link to="/admin/roles/$roleId" params={{ roleId: id }}>
                {name}
              </Link>
            ),
          }),
        }))}
        onRemove={(roleId) => unassign.mutate({ path: { id: userId, roleId } })}
      />
      {mayRead && (
        <FindField
          label={text('giveRole')}
          empty={text('noneFound')}
          options={roles.filter(({ id }) => !assigned.some((role) => role.id === id)).map(({ id, name }) => ({ id, name }))}
          onChoose={(id) => assign.mutate({ path, body: [id] })}
        />
      )}
      <ErrorNote error={refusal} />
    </section>
  );
}

const GROUP_READS = [
  'GET /account/users/{id}/groups',
  'GET /account/groups',
  'GET /api/v1/users/{id}',
  'GET /api/v1/users',
  'GET /account/groups/{id}/users',
] as const;

/** The groups of a user. */
export function UserGroups({ userId }: { userId: string }): ReactNode {
  const text = useText(userMessages);
  const path = { id: userId };
  const mayRead = useMay('SVC_GROUP_MANAGEMENT');
  const { data: joined = [], error } = useRead('GET /account/users/{id}/groups', { path, query: {} });
  const { data: groups = [] } = useRead('GET /account/groups', { query: {} }, { enabled: mayRead });
  const add = useChange('POST /account/users/{id}/groups', { refreshes: GROUP_READS });
  const remove = useChange('DELETE /account/users/{id}/groups/{groupId}', { refreshes: GROUP_READS });
  const refusal = error ?? add.error ?? remove.error;
  return (
    <section className="card">
      <h2>{text('groups')}</h2>
      <MemberList
        label={text('groups')}
        empty={text('noGroup')}
        entries={joined.map(({ id, name }) => ({
          id,
          name,
          ...(mayRead && {
            content: (
              <Link to="/admin/groups/$groupId" params={{ groupId: id }}>
                {name}
              </Link>
            ),
          }),
        }))}
        onRemove={(groupId) => remove.mutate({ path: { id: userId, groupId } })}
      />
      {mayRead && (
        <FindField
          label={text('addGroup')}
          empty={text('noneFound')}
          options={groups.filter(({ id }) => !joined.some((group) => group.id === id)).map(({ id, name }) => ({ id, name }))}
          onChoose={(id) => add.mutate({ path, body: [id] })}
        />
      )}
      <ErrorNote error={refusal} />
    </section>
  );
}
