/** The list of users, and the dialog that invites people. */
import type { Schema } from '@millrace/contract';
import { plainMessage } from '@millrace/contract/plain-messages';
import { useState, type ReactNode } from 'react';
import { useChange, useRead } from '../../app/api.ts';
import { useFilters } from '../../app/filters.ts';
import { useCursorList } from '../../app/lists.ts';
import { useMay } from '../../app/session.tsx';
import { useText } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { ChangeForm } from '../../ui/change-form.tsx';
import { FilterChoice } from '../../ui/choice-field.tsx';
import { NameLink } from '../../ui/data-table.tsx';
import { EmptyList } from '../../ui/page-parts.tsx';
import { TablePage } from '../../ui/table-page.tsx';
import { useDialogButton, ModalDialog } from '../../ui/dialogs.tsx';
import { SecretNote } from '../../ui/copy-text.tsx';
import { FilterField, TextField } from '../../ui/text-field.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { UserStatusMark } from './account-name.tsx';
import { userMessages } from './messages.ts';
import { toUserFilter, USER_STATUSES } from './user-filters.ts';

/** The page. */
export function UsersPage(): ReactNode {
  const text = useText(userMessages);
  const { filters, clear, typed, chosen } = useFilters('/admin/users');
  const maySeeRoles = useMay('SVC_ROLE_MANAGEMENT');
  const { data: roles = [] } = useRead('GET /account/roles', { query: {} }, { enabled: maySeeRoles });
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
        { id: 'status', width: '8rem', render: ({ status }) => <UserStatusMark status={status} /> },
        { id: 'email', render: ({ email }) => <span title={email}>{email}</span> },
        { id: 'login', width: '9rem', isWide: true, render: ({ subject }) => <span title={subject}>{subject}</span> },
        { id: 'roles', isWide: true, render: ({ assignedRoles }) => <Names values={assignedRoles} /> },
        { id: 'groups', width: '9rem', isWide: true, render: ({ assignedGroups }) => <Names values={assignedGroups} /> },
        { id: 'created', width: '8rem', isWide: true, render: ({ createdAt }) => <TimeText at={createdAt} form="day" /> },
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

/** The addresses in a text, each once. */
const addressesIn = (typed: string): string[] => [...new Set(typed.split(/[\s,;]+/).filter(Boolean))];

/** Invites people by their email addresses: first the addresses, then the result for each. */
function InviteDialog({ onClose }: { onClose: () => void }): ReactNode {
  const text = useText(userMessages);
  const [typed, setTyped] = useState('');
  const invite = useChange('POST /api/v1/users/actions/invite', { refreshes: ['GET /api/v1/users'] });
  const addresses = addressesIn(typed);
  return (
    <ModalDialog title={text('invite')} isOpen onClose={onClose}>
      {invite.data ? (
        <>
          <ul className="members">
            {invite.data.data.map((result) => (
              <InvitationResult key={result.email} result={result} />
            ))}
          </ul>
          <div className="buttons">
            <ActionButton tone="main" onPress={onClose}>
              {text('done')}
            </ActionButton>
          </div>
        </>
      ) : (
        <ChangeForm
          action={text('inviteAction')}
          change={invite}
          onCancel={onClose}
          onSubmit={() => invite.mutate({ body: { invitees: addresses.map((email) => ({ email })) } })}
        >
          <TextField label={text('emailAddresses')} hint={text('inviteHint')} lines={5} value={typed} onChange={setTyped} autoFocus />
        </ChangeForm>
      )}
    </ModalDialog>
  );
}

const RESULT_TEXTS = { ok: 'resultOk', exists: 'resultExists', error: 'resultError' } as const;

function InvitationResult({ result }: { result: Schema<'TenantInvitationResult'> }): ReactNode {
  const text = useText(userMessages);
  const { email, status, invitation, title } = result;
  return (
    <li>
      <span>{email}</span>
      <span className="hint">
        {text(RESULT_TEXTS[status])} {invitation?.sent && text('mailSent')} {title && plainMessage(title)}
      </span>
      {invitation?.link !== undefined && <SecretNote label={text('link', { email })} secret={invitation.link} hint={text('linkHint')} />}
    </li>
  );
}
