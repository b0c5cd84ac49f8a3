/** The list of users. */
import { useCallback, useState, type ReactNode } from 'react';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { useRead } from '../../app/api.ts';
import { useCursorList } from '../../app/lists.ts';
import { useMay } from '../../app/session.tsx';
import { useText, type TextOf } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { DataTable, type TableColumn } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { FilterField } from '../../ui/text-field.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { userMessages } from './messages.ts';
import { toUserFilter, USER_STATUSES, type UserFilters } from './user-filters.ts';
import { UserStatusMark } from './user-status.tsx';

const route = getRouteApi('/admin/users');

const ANY = 'any';

/** The page. */
export function UsersPage(): ReactNode {
  const text = useText(userMessages);
  const { environment, ...filters } = route.useSearch();
  const navigate = route.useNavigate();
  const [isInviting, setIsInviting] = useState(false);
  const { rows, error, isPending, hasMore, onEnd, refetch } = useCursorList('GET /api/v1/users', { filter: toUserFilter(filters) });
  const change = useCallback(
    (changed: UserFilters) => void navigate({ search: (search) => ({ ...search, ...changed }), replace: true }),
    [navigate],
  );
  return (
    <div className="page-fill">
      <PageHead title={text('title')}>
        <ActionButton tone="main" icon="plus" onPress={() => setIsInviting(true)}>
          {text('invite')}
        </ActionButton>
      </PageHead>
      <UserFilterBar filters={filters} onChange={change} />
      {error && <ErrorNote error={error} onRetry={refetch} />}
      <DataTable
        label={text('title')}
        columns={columnsOf(text)}
        rows={rows}
        keyOf={({ id }) => id}
        isLoading={isPending && !error}
        hasMore={hasMore}
        onEnd={onEnd}
        empty={
          <EmptyState
            title={text('noMatch')}
            action={<ActionButton onPress={() => void navigate({ search: { environment } })}>{text('clear')}</ActionButton>}
          >
            <p>{text('noneHint')}</p>
          </EmptyState>
        }
      />
      <InviteDialog isOpen={isInviting} onClose={() => setIsInviting(false)} />
    </div>
  );
}

function UserFilterBar({ filters, onChange }: { filters: UserFilters; onChange: (changed: UserFilters) => void }): ReactNode {
  const text = useText(userMessages);
  const maySeeRoles = useMay('SVC_ROLE_MANAGEMENT');
  const { data: roles = [] } = useRead('GET /account/roles', { query: {} }, { enabled: maySeeRoles });
  const onName = useCallback((name: string) => onChange({ name: name || undefined }), [onChange]);
  const any = { id: ANY, name: text('any') } as const;
  return (
    <div className="filters" role="search">
      <FilterField label={text('find')} value={filters.name ?? ''} onChange={onName} />
      <ChoiceField
        label={text('status')}
        value={filters.status ?? ANY}
        options={[any, ...USER_STATUSES.map((status) => ({ id: status, name: text(status) }))]}
        onChange={(status) => onChange({ status: status === ANY ? undefined : status })}
      />
      {maySeeRoles && (
        <ChoiceField
          label={text('role')}
          value={filters.role ?? ANY}
          options={[any, ...roles.map(({ id, name }) => ({ id, name }))]}
          onChange={(role) => onChange({ role: role === ANY ? undefined : role })}
        />
      )}
    </div>
  );
}

const columnsOf = (text: TextOf<typeof userMessages>): TableColumn<Schema<'TenantUser'>>[] => [
  {
    id: 'name',
    header: text('name'),
    cell: ({ id, name }, focus) => (
      <Link {...focus} to="/admin/users/$userId" params={{ userId: id }} dir="auto" title={name}>
        {name}
      </Link>
    ),
  },
  { id: 'status', header: text('status'), width: '8rem', cell: ({ status }) => <UserStatusMark status={status} /> },
  { id: 'email', header: text('email'), cell: ({ email }) => <span title={email}>{email}</span> },
  { id: 'login', header: text('login'), width: '9rem', isWide: true, cell: ({ subject }) => <span title={subject}>{subject}</span> },
  { id: 'roles', header: text('roles'), isWide: true, cell: ({ assignedRoles }) => <Names values={assignedRoles} /> },
  { id: 'groups', header: text('groups'), width: '9rem', isWide: true, cell: ({ assignedGroups }) => <Names values={assignedGroups} /> },
  {
    id: 'created',
    header: text('created'),
    width: '8rem',
    isWide: true,
    cell: ({ createdAt }) => <TimeText at={createdAt} form="day" />,
  },
];

/** Names in one line; all of them on hover. */
function Names({ values }: { values: readonly { name: string }[] }): ReactNode {
  const names = values.map(({ name }) => name).join(', ');
  return <span title={names}>{names || '–'}</span>;
}
