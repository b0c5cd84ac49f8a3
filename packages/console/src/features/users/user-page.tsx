/** One user: names, roles, groups and sign-in. */
import { useState, type ReactNode } from 'react';
import { getRouteApi } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { useChange, useRead } from '../../app/api.ts';
import { useDeletion } from '../../app/deletion.ts';
import { useAllRows } from '../../app/lists.ts';
import { useMay, useMe } from '../../app/session.tsx';
import { useText } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { ChangeForm } from '../../ui/change-form.tsx';
import { SecretNote } from '../../ui/copy-text.tsx';
import { DeleteButton } from '../../ui/dialogs.tsx';
import { FindField } from '../../ui/find-field.tsx';
import { MemberList } from '../../ui/item-list.tsx';
import { ButtonLink, TextLink } from '../../ui/links.tsx';
import { Card, ErrorNote, PageHead } from '../../ui/page-parts.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { permissionMessages } from '../roles/messages.ts';
import { UserStatusMark } from './account-name.tsx';
import { userMessages } from './messages.ts';
import { useSecondPersonText } from './second-person.tsx';

const route = getRouteApi('/admin/users/$userId');

/** The page. */
export function UserPage(): ReactNode {
  const text = useText(userMessages);
  const describe = useText(permissionMessages);
  const { userId } = route.useParams();
  const me = useMe();
  const path = { id: userId };
  const { data: record, error } = useRead('GET /api/v1/users/{id}', { path });
  const { data: user, error: refusal } = useRead('GET /account/users/{id}', { path });
  const maySeeGroups = useMay('SVC_GROUP_MANAGEMENT', 'SVC_USER_MANAGEMENT');
  // Without the permission to manage users, the record has the name only.
  if (!record || !('status' in record) || !user) return <ErrorNote error={error ?? refusal} />;
  return (
    <>
      <PageHead title={record.name} aside={<UserStatusMark status={record.status} />}>
        <ButtonLink to="/admin/access" search={{ account: userId }} name={text('explain')} />
        {me.id !== userId && <UserStateActions user={user} />}
      </PageHead>
      {me.id === userId && <p className="hint">{text('own')}</p>}
      <div className="columns">
        <UserForm key={record.lastUpdatedAt} user={user} />
        <div>
          <UserRoles userId={userId} />
          {maySeeGroups && <UserGroups userId={userId} />}
          <UserSignIn user={user} status={record.status} />
        </div>
      </div>
      <Card title={text('permissions')}>
        <p className="wraps">
          {record.assignedScopes.map((scope) => describe(scope as keyof typeof permissionMessages.texts)).join(' · ') ||
            text('noPermissions')}
        </p>
      </Card>
    </>
  );
}

const READS = ['GET /account/users/{id}', 'GET /api/v1/users/{id}', 'GET /api/v1/users'] as const;

function UserForm({ user }: { user: Schema<'UserResponse'> }): ReactNode {
  const text = useText(userMessages);
  const { login, email, firstName, lastName, phone = '', title = '' } = user;
  const [form, draft] = useDraft({ login, email, firstName, lastName, phone, title });
  const save = useChange('PUT /account/users/{id}', { refreshes: READS, notice: text('saved') });
  const field = (key: keyof typeof form, label: string): ReactNode => <TextField label={label} {...draft.field(key)} />;
  return (
    <Card title={text('person')}>
      <ChangeForm action={text('save')} change={save} onSubmit={() => save.mutate({ path: { id: user.id }, body: form })}>
        {field('firstName', text('firstName'))}
        {field('lastName', text('lastName'))}
        {field('email', text('email'))}
        {field('login', text('login'))}
        {field('title', text('jobTitle'))}
        {field('phone', text('phone'))}
      </ChangeForm>
    </Card>
  );
}

function UserStateActions({ user }: { user: Schema<'UserResponse'> }): ReactNode {
  const text = useText(userMessages);
  const { id, login, email, firstName, lastName, active } = user;
  const [changes, setChanges] = useState(0);
  const change = useChange('PUT /account/users/{id}', {
    refreshes: READS,
    notice: text(active ? 'deactivated' : 'activated'),
    onDone: () => setChanges((count) => count + 1),
  });
  const secondPerson = useSecondPersonText();
  const remove = useDeletion('DELETE /account/users/{id}', ['GET /api/v1/users'], '/admin/users');
  return (
    <>
      {/* A new key after each change closes the question. */}
      <DeleteButton
        key={changes}
        action={text(active ? 'disable' : 'enable')}
        name={login}
        hint={active ? text('deactivateHint') : secondPerson}
        change={change}
        input={{ path: { id }, body: { login, email, firstName, lastName, active: !active } }}
      />
      <DeleteButton name={login} hint={text('deleteHint')} change={remove} input={{ path: { id } }} />
    </>
  );
}

/** The actions of an administrator for the sign-in of a user: links for a password, and the second factor. */
function UserSignIn({ user: { id, email, login, active }, status }: { user: Schema<'UserResponse'>; status: string }): ReactNode {
  const text = useText(userMessages);
  const path = { id };
  const onDone = ({ sent }: Schema<'PasswordLink'>): void => void (sent && toast(text('sent')));
  const reset = useChange('POST /account/users/{id}/password-reset', { onDone });
  const again = useChange('POST /account/users/{id}/invitation', { onDone });
  const factor = useChange('DELETE /account/users/{id}/second-factor', { notice: text('secondFactorGone') });
  const link = status === 'invited' ? again : reset;
  return (
    <Card title={text('signIn')}>
      <p className="hint">{text('signInHint')}</p>
      {link.data?.link !== undefined && <SecretNote label={text('link', { email })} secret={link.data.link} hint={text('linkHint')} />}
      <ErrorNote error={link.error} />
      <div className="buttons">
        <ActionButton isDisabled={!active} isPending={link.isPending} onPress={() => link.mutate({ path })}>
          {text(status === 'invited' ? 'again' : 'reset')}
        </ActionButton>
        {/* Its new key after the removal closes the question. */}
        <DeleteButton
          key={String(factor.isSuccess)}
          action={text('secondFactor')}
          name={login}
          hint={text('secondFactorHint')}
          change={factor}
          input={{ path }}
        />
      </div>
    </Card>
  );
}

const ROLE_READS = [
  'GET /account/users/{id}/roles',
  'GET /account/users/{id}',
  'GET /api/v1/users/{id}',
  'GET /api/v1/users',
  'GET /account/roles/{id}/users',
] as const;

/** The roles that are assigned to the user directly, not through a group. */
function UserRoles({ userId }: { userId: string }): ReactNode {
  const text = useText(userMessages);
  const path = { id: userId };
  const mayRead = useMay('SVC_ROLE_MANAGEMENT');
  const { data: assigned = [], error } = useRead('GET /account/users/{id}/roles', { path, query: {} });
  const roles = useAllRows('GET /account/roles', { enabled: mayRead });
  const assign = useChange('POST /account/users/{id}/roles', { refreshes: ROLE_READS });
  const unassign = useChange('DELETE /account/users/{id}/roles/{roleId}', { refreshes: ROLE_READS });
  const refusal = error ?? assign.error ?? unassign.error;
  return (
    <Card title={text('roles')}>
      <MemberList
        label={text('roles')}
        empty={text('noRole')}
        entries={assigned.map(({ id, name }) => ({
          id,
          name,
          ...(mayRead && {
            content: <TextLink to="/admin/roles/$roleId" params={{ roleId: id }} name={name} />,
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
    </Card>
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
function UserGroups({ userId }: { userId: string }): ReactNode {
  const text = useText(userMessages);
  const path = { id: userId };
  const mayRead = useMay('SVC_GROUP_MANAGEMENT');
  const { data: joined = [], error } = useRead('GET /account/users/{id}/groups', { path, query: {} });
  const groups = useAllRows('GET /account/groups', { enabled: mayRead });
  const add = useChange('POST /account/users/{id}/groups', { refreshes: GROUP_READS });
  const remove = useChange('DELETE /account/users/{id}/groups/{groupId}', { refreshes: GROUP_READS });
  const refusal = error ?? add.error ?? remove.error;
  return (
    <Card title={text('groups')}>
      <MemberList
        label={text('groups')}
        empty={text('noGroup')}
        entries={joined.map(({ id, name }) => ({
          id,
          name,
          ...(mayRead && {
            content: <TextLink to="/admin/groups/$groupId" params={{ groupId: id }} name={name} />,
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
    </Card>
  );
}
