/** One user: names, roles, groups and sign-in. */
import { useState, type ReactNode } from 'react';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { useChange, useRead } from '../../app/api.ts';
import { useMay, useMe } from '../../app/session.tsx';
import { useText } from '../../text/language.tsx';
import { ChangeForm } from '../../ui/change-form.tsx';
import { DeleteButton } from '../../ui/delete-button.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { TextField } from '../../ui/text-field.tsx';
import { permissionMessages } from '../roles/permission-messages.ts';
import { userMessages } from './messages.ts';
import { UserGroups, UserRoles } from './user-memberships.tsx';
import { UserSignIn } from './user-sign-in.tsx';
import { UserStatusMark } from './user-status.tsx';
import '../../ui/columns.css';

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
        <Link to="/admin/access" search={{ account: userId }} className="button">
          {text('explain')}
        </Link>
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
      <section className="card">
        <h2>{text('permissions')}</h2>
        <p className="wrapped">
          {record.assignedScopes.map((scope) => describe(scope as keyof typeof permissionMessages.en)).join(' · ') || text('noPermissions')}
        </p>
      </section>
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
    <section className="card">
      <h2>{text('person')}</h2>
      <ChangeForm action={text('save')} change={save} onSubmit={() => save.mutate({ path: { id: user.id }, body: form })}>
        {field('firstName', text('firstName'))}
        {field('lastName', text('lastName'))}
        {field('email', text('email'))}
        {field('login', text('login'))}
        {field('title', text('jobTitle'))}
        {field('phone', text('phone'))}
      </ChangeForm>
    </section>
  );
}

function UserStateActions({ user }: { user: Schema<'UserResponse'> }): ReactNode {
  const text = useText(userMessages);
  const navigate = useNavigate();
  const { id, login, email, firstName, lastName, active } = user;
  const [changes, setChanges] = useState(0);
  const change = useChange('PUT /account/users/{id}', {
    refreshes: READS,
    notice: text(active ? 'deactivated' : 'activated'),
    onDone: () => setChanges((count) => count + 1),
  });
  const remove = useChange('DELETE /account/users/{id}', {
    refreshes: ['GET /api/v1/users'],
    notice: text('deleted'),
    onDone: () => void navigate({ to: '/admin/users' }),
  });
  return (
    <>
      <DeleteButton
        key={changes}
        action={text(active ? 'disable' : 'enable')}
        name={login}
        hint={active ? text('deactivateHint') : ''}
        change={change}
        onDelete={() => change.mutate({ path: { id }, body: { login, email, firstName, lastName, active: !active } })}
      />
      <DeleteButton name={login} hint={text('deleteHint')} change={remove} onDelete={() => remove.mutate({ path: { id } })} />
    </>
  );
}
