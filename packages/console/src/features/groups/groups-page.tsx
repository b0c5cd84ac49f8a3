/** The list of groups. */
import { useState, type ReactNode } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { useChange } from '../../app/api.ts';
import { useFilters } from '../../app/filters.ts';
import { usePagedList } from '../../app/lists.ts';
import { useText } from '../../text/language.tsx';
import { NameLink } from '../../ui/links.tsx';
import { TablePage } from '../../ui/table-page.tsx';
import { useDialogButton, FormDialog } from '../../ui/dialogs.tsx';
import { FilterField, TextField } from '../../ui/text-field.tsx';
import { groupMessages } from './messages.ts';

/** The page. */
export function GroupsPage(): ReactNode {
  const text = useText(groupMessages);
  const { filters, isFiltered, typed } = useFilters('/admin/groups');
  const creation = useDialogButton(text('new'), (close) => <NewGroup onClose={close} />);
  return (
    <TablePage
      text={text}
      title={text('groups')}
      actions={creation.button}
      filters={<FilterField label={text('name')} {...typed('name')} />}
      isFiltered={isFiltered}
      list={usePagedList('GET /account/groups', { query: { nameFilter: filters.name } })}
      keyOf={({ id }) => id}
      columns={[
        {
          id: 'name',
          render: ({ id, name }, focus) => <NameLink {...focus} to="/admin/groups/$groupId" params={{ groupId: id }} name={name} />,
        },
        { id: 'members', width: '9rem', render: ({ userIds }) => text('memberCount', { count: userIds.length }) },
        { id: 'roles', width: '8rem', isWide: true, render: ({ roleIds }) => text('roleCount', { count: roleIds.length }) },
      ]}
    >
      {creation.dialog}
    </TablePage>
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
    <FormDialog
      title={text('new')}
      action={text('create')}
      change={create}
      onSubmit={() => create.mutate({ body: { name } })}
      onClose={onClose}
    >
      <TextField label={text('name')} hint={text('createHint')} value={name} onChange={setName} autoFocus />
    </FormDialog>
  );
}
