/** The list of service accounts. */
import { useState, type ReactNode } from 'react';
import { Link, useNavigate } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { useChange, useRead } from '../../app/api.ts';
import { useText, type TextOf } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { ChangeForm } from '../../ui/change-form.tsx';
import { DataTable, type TableColumn } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { ModalDialog } from '../../ui/modal-dialog.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { SecretNote } from '../../ui/secret-note.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { PermissionList } from '../roles/permission-list.tsx';
import { serviceAccountMessages } from './messages.ts';

/** The page. */
export function ServiceAccountsPage(): ReactNode {
  const text = useText(serviceAccountMessages);
  const [isCreating, setIsCreating] = useState(false);
  const { data = [], error, isPending } = useRead('GET /account/service-accounts', { query: {} });
  return (
    <div className="page-fill">
      <PageHead title={text('title')}>
        <ActionButton tone="main" icon="plus" onPress={() => setIsCreating(true)}>
          {text('new')}
        </ActionButton>
      </PageHead>
      {error && <ErrorNote error={error} />}
      <DataTable
        label={text('title')}
        rows={data}
        keyOf={({ id }) => id}
        isLoading={isPending && !error}
        columns={columnsOf(text)}
        empty={
          <EmptyState title={text('empty')}>
            <p>{text('noneHint')}</p>
          </EmptyState>
        }
      />
      {isCreating && <NewServiceAccountDialog onClose={() => setIsCreating(false)} />}
    </div>
  );
}

function NewServiceAccountDialog({ onClose }: { onClose: () => void }): ReactNode {
  const text = useText(serviceAccountMessages);
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [permissions, setPermissions] = useState<Schema<'ServiceAccountPermission'>[]>([]);
  const { data: options = [] } = useRead('GET /account/service-accounts/permissions', {});
  const create = useChange('POST /account/service-accounts', { refreshes: ['GET /account/service-accounts'] });
  const created = create.data;
  if (created)
    return (
      <ModalDialog title={created.name} isOpen>
        <SecretNote label={text('secretOf', { name: created.name })} secret={created.secret} />
        <p className="hint">{text('useHint')}</p>
        <div className="buttons">
          <ActionButton
            tone="main"
            onPress={() => void navigate({ to: '/admin/service-accounts/$serviceAccountId', params: { serviceAccountId: created.id } })}
          >
            {text('done')}
          </ActionButton>
        </div>
      </ModalDialog>
    );
  return (
    <ModalDialog title={text('new')} isOpen onClose={onClose}>
      <ChangeForm
        action={text('create')}
        isPending={create.isPending}
        error={create.error}
        onCancel={onClose}
        onSubmit={() => create.mutate({ body: { name, permissions } })}
      >
        <TextField label={text('name')} hint={text('createHint')} value={name} onChange={setName} autoFocus />
        <PermissionList values={permissions} options={options} onChange={(chosen) => setPermissions(chosen as typeof permissions)} />
      </ChangeForm>
    </ModalDialog>
  );
}

const columnsOf = (text: TextOf<typeof serviceAccountMessages>): TableColumn<Schema<'ServiceAccount'>>[] => [
  {
    id: 'name',
    header: text('name'),
    cell: ({ id, name }, focus) => (
      <Link {...focus} to="/admin/service-accounts/$serviceAccountId" params={{ serviceAccountId: id }} dir="auto" title={name}>
        {name}
      </Link>
    ),
  },
  {
    id: 'permissions',
    header: text('permissions'),
    width: '8rem',
    align: 'end',
    isWide: true,
    cell: ({ permissions }) => permissions.length,
  },
  {
    id: 'used',
    header: text('lastUsed'),
    width: '12rem',
    cell: ({ lastUsedDate }) => (lastUsedDate === undefined ? text('never') : <TimeText at={lastUsedDate} form="minute" />),
  },
  {
    id: 'call',
    header: text('lastCall'),
    isWide: true,
    cell: ({ lastUsedApi }) => <span title={lastUsedApi}>{lastUsedApi ?? '–'}</span>,
  },
  {
    id: 'created',
    header: text('created'),
    width: '8rem',
    isWide: true,
    cell: ({ createdDate }) => <TimeText at={createdDate} form="day" />,
  },
];
