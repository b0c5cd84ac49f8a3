/** The list of users. */
import type { ReactNode } from 'react';
import { useFilters } from '../../app/filters.ts';
import { useAllRows, useCursorList } from '../../app/lists.ts';
import { useMay } from '../../app/session.tsx';
import { useText } from '../../text/language.tsx';
import { FilterChoice } from '../../ui/choice-field.tsx';
import { NameLink } from '../../ui/links.tsx';
import { EmptyList } from '../../ui/page-parts.tsx';
import { TablePage } from '../../ui/table-page.tsx';
import { useDialogButton } from '../../ui/dialogs.tsx';
import { FilterField } from '../../ui/text-field.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { UserStatusMark } from './account-name.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { userMessages } from './messages.ts';
import { toUserFilter, USER_STATUSES } from './user-filters.ts';

/** The page. */
export function UsersPage(): ReactNode {
  const text = useText(userMessages);
  const { filters, clear, typed, chosen } = useFilters('/admin/users');
  const maySeeRoles = useMay('SVC_ROLE_MANAGEMENT');
  const roles = useAllRows('GET /account/roles', { enabled: maySeeRoles });
  const invitation = useDialogButton(text('invite'), (close) => <InviteDialog onClose={close} />);
  return (
    <TablePage
      text={text}
      title={text('title')}
      actions={invitation.button}
      filters={
        <>
          <FilterField label={text('find')} {...typed('name')} />
          <FilterChoice label={text('status')} {...chosen('status')} options={USER_STATUSES.map((id) => ({ id, name: text(id) }))} />
          {maySeeRoles && <FilterChoice label={text('role')} {...chosen('role')} options={roles} />}
        </>
      }
      list={useCursorList('GET /api/v1/users', { query: { filter: toUserFilter(filters) } })}
      keyOf={({ id }) => id}
      columns={[
        {
          id: 'name',
          render: ({ id, name }, focus) => <NameLink {...focus} to="/admin/users/$userId" params={{ userId: id }} name={name} />,
        },
        { id: 'status', width: '7.5rem', render: ({ status }) => <UserStatusMark status={status} /> },
        { id: 'email', render: ({ email }) => <span title={email}>{email}</span> },
        { id: 'login', width: '7rem', isWide: true, render: ({ subject }) => <span title={subject}>{subject}</span> },
        { id: 'roles', isWide: true, render: ({ assignedRoles }) => <Names values={assignedRoles} /> },
        { id: 'groups', width: '8rem', isWide: true, render: ({ assignedGroups }) => <Names values={assignedGroups} /> },
        { id: 'created', width: '7rem', isWide: 'very', render: ({ createdAt }) => <TimeText at={createdAt} form="day" /> },
      ]}
      empty={<EmptyList text={text} isFiltered onClear={clear} />}
    >
      {invitation.dialog}
    </TablePage>
  );
}

/** Names in one line; all of them on hover. */
function Names({ values }: { values: readonly { name: string }[] }): ReactNode {
  const names = values.map(({ name }) => name).join(', ');
  return <span title={names}>{names || '–'}</span>;
}
