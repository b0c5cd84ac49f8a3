/** The sign-in of a user: links for a password, and the second factor. */
import type { ReactNode } from 'react';
import type { Schema } from '@millrace/contract';
import { useChange } from '../../app/api.ts';
import { useText } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { SecretNote } from '../../ui/secret-note.tsx';
import { toast } from '../../ui/toast.tsx';
import { DeleteButton } from '../../ui/delete-button.tsx';
import { userMessages } from './messages.ts';

/** The actions of an administrator for the sign-in of a user. */
export function UserSignIn({ user: { id, email, login, active }, status }: { user: Schema<'UserResponse'>; status: string }): ReactNode {
  const text = useText(userMessages);
  const path = { id };
  const onDone = ({ sent }: Schema<'PasswordLink'>): void => void (sent && toast(text('sent')));
  const reset = useChange('POST /account/users/{id}/password-reset', { onDone });
  const again = useChange('POST /account/users/{id}/invitation', { onDone });
  const factor = useChange('DELETE /account/users/{id}/second-factor', { notice: text('secondFactorGone') });
  const link = status === 'invited' ? again : reset;
  return (
    <section className="card">
      <h2>{text('signIn')}</h2>
      <p className="hint">{text('signInHint')}</p>
      {link.data?.link !== undefined && <SecretNote label={text('link', { email })} secret={link.data.link} hint={text('linkHint')} />}
      <ErrorNote error={link.error} />
      <div className="buttons">
        <ActionButton isDisabled={!active} isPending={link.isPending} onPress={() => link.mutate({ path })}>
          {text(status === 'invited' ? 'again' : 'reset')}
        </ActionButton>
        <DeleteButton
          key={String(factor.isSuccess)}
          action={text('secondFactor')}
          name={login}
          hint={text('secondFactorHint')}
          change={factor}
          onDelete={() => factor.mutate({ path })}
        />
      </div>
    </section>
  );
}
