/** The permissions that accounts have and do not use. */
import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { useRead } from '../../app/api.ts';
import { useText, type TextOf } from '../../text/language.tsx';
import { DataTable, type TableColumn } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { roleMessages } from './messages.ts';
import { permissionMessages } from './permission-messages.ts';

const DAYS = 90;

/** The table. */
export function UnusedPermissionTable(): ReactNode {
  const text = useText(roleMessages);
  const describe = useText(permissionMessages);
  const { data, error, isPending } = useRead('GET /security/unused-permissions', { query: { days: DAYS } });
  return (
    <>
      <p className="hint">{text('unusedHint', { count: DAYS })}</p>
      {error && <ErrorNote error={error} />}
      <DataTable
        label={text('unused')}
        rows={data?.unused ?? []}
        keyOf={({ accountId, permission }) => `${accountId} ${permission}`}
        isLoading={isPending && !error}
        columns={columnsOf(text, describe)}
        empty={
          <EmptyState title={text('noneUnused')}>
            <p>{text('noneUnusedHint')}</p>
          </EmptyState>
        }
      />
    </>
  );
}

const columnsOf = (
  text: TextOf<typeof roleMessages>,
  describe: TextOf<typeof permissionMessages>,
): TableColumn<Schema<'UnusedPermission'>>[] => [
  {
    id: 'account',
    header: text('account'),
    cell: ({ accountId, userType, name }, focus) =>
      userType === 'HUMAN' ? (
        <Link {...focus} to="/admin/users/$userId" params={{ userId: accountId }} dir="auto" title={name}>
          {name}
        </Link>
      ) : (
        <Link {...focus} to="/admin/service-accounts/$serviceAccountId" params={{ serviceAccountId: accountId }} dir="auto" title={name}>
          {name}
        </Link>
      ),
  },
  {
    id: 'permission',
    header: text('permission'),
    cell: ({ permission }) => <span title={permission}>{describe(permission as keyof typeof permissionMessages.en)}</span>,
  },
  { id: 'through', header: text('through'), isWide: true, cell: ({ roles }) => roles.join(', ') || '–' },
  {
    id: 'last',
    header: text('lastUse'),
    width: '9rem',
    cell: ({ lastUsedDate }) => (lastUsedDate === undefined ? text('never') : <TimeText at={lastUsedDate} form="day" />),
  },
];
