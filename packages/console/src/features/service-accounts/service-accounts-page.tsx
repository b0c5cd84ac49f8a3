/** The list of service accounts. */
import { useState, type ReactNode } from 'react';
import { useNavigate } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { useChange, useRead } from '../../app/api.ts';
import { useWholeList } from '../../app/lists.ts';
import { useText } from '../../text/language.tsx';
import { NameLink } from '../../ui/links.tsx';
import { TablePage } from '../../ui/table-page.tsx';
import { useDialogButton, FormDialog, DoneDialog } from '../../ui/dialogs.tsx';
import { SecretNote } from '../../ui/copy-text.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { PermissionList } from '../roles/permission-list.tsx';
import { serviceAccountMessages } from './messages.ts';

/** The page. */
export function ServiceAccountsPage(): ReactNode {
  const text = useText(serviceAccountMessages);
  const creation = useDialogButton(text('new'), (close) => <NewServiceAccountDialog onClose={close} />);
  return (
    <TablePage
      text={text}
      title={text('serviceAccounts')}
      actions={creation.button}
      list={useWholeList('GET /account/service-accounts', { query: {} })}
      keyOf={({ id }) => id}
      columns={[
        {
          id: 'name',
          render: ({ id, name }, focus) => (
            <NameLink {...focus} to="/admin/service-accounts/$serviceAccountId" params={{ serviceAccountId: id }} name={name} />
          ),
        },
        { id: 'permissions', width: '8rem', align: 'end', isWide: true, render: ({ permissions }) => permissions.length },
        {
          id: 'lastUsed',
          width: '12rem',
          render: ({ lastUsedDate }) => (lastUsedDate === undefined ? text('neverUsed') : <TimeText at={lastUsedDate} form="minute" />),
        },
        { id: 'lastCall', isWide: true, render: ({ lastUsedApi }) => <span title={lastUsedApi}>{lastUsedApi ?? '–'}</span> },
        { id: 'created', width: '8rem', isWide: true, render: ({ createdDate }) => <TimeText at={createdDate} form="day" /> },
      ]}
    >
      {creation.dialog}
    </TablePage>
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
      <DoneDialog
        title={created.name}
        onDone={() => void navigate({ to: '/admin/service-accounts/$serviceAccountId', params: { serviceAccountId: created.id } })}
      >
        <SecretNote label={text('secretOf', { name: created.name })} secret={created.secret} />
        <p className="hint">{text('useHint')}</p>
      </DoneDialog>
    );
  return (
    <FormDialog
      title={text('new')}
      isWide
      action={text('create')}
      change={create}
      onSubmit={() => create.mutate({ body: { name, permissions } })}
      onClose={onClose}
    >
      <TextField label={text('name')} hint={text('createHint')} value={name} onChange={setName} autoFocus />
      <PermissionList values={permissions} options={options} onChange={(chosen) => setPermissions(chosen as typeof permissions)} />
    </FormDialog>
  );
}
