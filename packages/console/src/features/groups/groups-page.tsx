/** The list of groups. */
import { useCallback, useState, type ReactNode } from 'react';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { useChange } from '../../app/api.ts';
import { usePagedList } from '../../app/lists.ts';
import { useText, type TextOf } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { ChangeForm } from '../../ui/change-form.tsx';
import { DataTable, type TableColumn } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { ModalDialog } from '../../ui/modal-dialog.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { FilterField, TextField } from '../../ui/text-field.tsx';
import { groupMessages } from './messages.ts';

const route = getRouteApi('/admin/groups');

/** The page. */
export function GroupsPage(): ReactNode {
  const text = useText(groupMessages);
  const { name } = route.useSearch();
  const navigate = route.useNavigate();
  const [isCreating, setIsCreating] = useState(false);
  const { rows, error, isPending, hasMore, onEnd, refetch } = usePagedList('GET /account/groups', { query: { nameFilter: name } });
  const onName = useCallback(
    (typed: string) => void navigate({ search: (search) => ({ ...search, name: typed || undefined }), replace: true }),
    [navigate],
  );
  return (
    <div className="page-fill">
      <PageHead title={text('groups')}>
        <ActionButton tone="main" icon="plus" onPress={() => setIsCreating(true)}>
          {text('new')}
        </ActionButton>
      </PageHead>
      <div className="filters" role="search">
        <FilterField label={text('name')} value={name ?? ''} onChange={onName} />
      </div>
      {error && <ErrorNote error={error} onRetry={refetch} />}
      <DataTable
        label={text('groups')}
        rows={rows}
        keyOf={({ id }) => id}
        isLoading={isPending && !error}
        hasMore={hasMore}
        onEnd={onEnd}
        columns={columnsOf(text)}
        empty={
          <EmptyState title={name === undefined ? text('empty') : text('noneFits')}>
            <p>{name === undefined ? text('noneHint') : text('noneFitsHint')}</p>
          </EmptyState>
        }
      />
      {isCreating && <NewGroup onClose={() => setIsCreating(false)} />}
    </div>
  );
}

function NewGroup({ onClose }: { onClose: () => void }): ReactNode {
  const text = useText(groupMessages);
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const create = useChange('POST /account/groups', {
    refreshes: ['GET /account/groups'],
    onDone: ({ id }) => void navigate({ to: '/admin/groups/$groupId', params: { groupId: id } }),
  });
  return (
    <ModalDialog title={text('new')} isOpen onClose={onClose}>
      <ChangeForm
        action={text('create')}
        isPending={create.isPending}
        error={create.error}
        onCancel={onClose}
        onSubmit={() => create.mutate({ body: { name } })}
      >
        <TextField label={text('name')} hint={text('createHint')} value={name} onChange={setName} autoFocus />
      </ChangeForm>
    </ModalDialog>
  );
}

const columnsOf = (text: TextOf<typeof groupMessages>): TableColumn<Schema<'Group'>>[] => [
  {
    id: 'name',
    header: text('name'),
    cell: (group, focus) => (
      <Link {...focus} to="/admin/groups/$groupId" params={{ groupId: group.id }} dir="auto" title={group.name}>
        {group.name}
      </Link>
    ),
  },
  { id: 'members', header: text('members'), width: '9rem', cell: ({ userIds }) => text('memberCount', { count: userIds.length }) },
  {
    id: 'roles',
    header: text('roles'),
    width: '8rem',
    isWide: true,
    cell: ({ roleIds }) => text('roleCount', { count: roleIds.length }),
  },
];
