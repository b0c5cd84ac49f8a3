/** Invites people by their email addresses. */
import { useState, type ReactNode } from 'react';
import type { Schema } from '@millrace/contract';
import { useChange } from '../../app/api.ts';
import { useText } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { ChangeForm } from '../../ui/change-form.tsx';
import { ModalDialog } from '../../ui/modal-dialog.tsx';
import { SecretNote } from '../../ui/secret-note.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { userMessages } from './messages.ts';
import '../../ui/columns.css';

/** The addresses in a text, each once. */
const addressesIn = (typed: string): string[] => [...new Set(typed.split(/[\s,;]+/).filter(Boolean))];

/** The dialog: first the addresses, then the result for each. */
export function InviteDialog({ onClose }: { onClose: () => void }): ReactNode {
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
          <TextField label={text('addresses')} hint={text('inviteHint')} lines={5} value={typed} onChange={setTyped} autoFocus />
        </ChangeForm>
      )}
    </ModalDialog>
  );
}

const RESULT_TEXTS = { ok: 'resultOk', exists: 'resultExists', error: 'resultError' } as const;

function InvitationResult({ result }: { result: Schema<'TenantInvitationResult'> }): ReactNode {
  const text = useText(userMessages);
  const { email, status, invitation, title, code } = result;
  return (
    <li>
      <span>{email}</span>
      <span className="hint">
        {text(RESULT_TEXTS[status])} {invitation?.sent && text('mailSent')} {title} {code}
      </span>
      {invitation?.link !== undefined && <SecretNote label={text('link', { email })} secret={invitation.link} hint={text('linkHint')} />}
    </li>
  );
}
