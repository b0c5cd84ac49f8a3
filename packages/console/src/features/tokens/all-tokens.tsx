/** Tokens of all users, and the programs that act for people. */
import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { useChange } from '../../app/api.ts';
import { useCursorList } from '../../app/lists.ts';
import { useText } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { DeleteButton } from '../../ui/delete-button.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { AccountName } from '../users/account-name.tsx';
import { tokenMessages } from './messages.ts';

/** The tokens of all users, for administrators. */
export function AllTokens(): ReactNode {
  const text = useText(tokenMessages);
  const { rows, error, isPending, hasMore, onEnd } = useCursorList('GET /api/v1/api-keys', {});
  const revoke = useChange('DELETE /api/v1/api-keys/{id}', {
    refreshes: ['GET /api/v1/api-keys', 'GET /account/personal-access-tokens'],
    notice: text('revoked'),
  });
  return (
    <section className="card">
      <h2>{text('allTokens')}</h2>
      <ErrorNote error={error} />
      {!isPending && rows.length === 0 && <p>{text('noneAll')}</p>}
      <ul className="members" aria-label={text('allTokens')}>
        {rows.map(({ id, description, sub, status, expiry }) => (
          <li key={id}>
            <StatusMark tone={status === 'active' ? 'good' : 'off'}>{text(status)}</StatusMark>
            <span dir="auto">{description}</span>
            <Link to="/admin/users/$userId" params={{ userId: sub }}>
              <AccountName id={sub} />
            </Link>
            {expiry !== undefined && (
              <span className="hint">
                <TimeText at={expiry} form="day" />
              </span>
            )}
            <span className="row-end">
              <DeleteButton
                name={description}
                action={text('revoke')}
                hint={text('revokeHint')}
                change={revoke}
                onDelete={() => revoke.mutate({ path: { id } })}
              />
            </span>
          </li>
        ))}
      </ul>
      {hasMore && <ActionButton onPress={onEnd}>{text('more')}</ActionButton>}
    </section>
  );
}

/** The OAuth clients that act for people. */
export function ActingPrograms({ isAdministrator }: { isAdministrator: boolean }): ReactNode {
  const text = useText(tokenMessages);
  const { rows, error, isPending, hasMore, onEnd } = useCursorList('GET /api/v1/oauth-tokens', {});
  const end = useChange('DELETE /api/v1/oauth-tokens/{id}', {
    refreshes: ['GET /api/v1/oauth-tokens'],
    notice: text('ended'),
  });
  const title = text(isAdministrator ? 'programsAll' : 'programs');
  return (
    <section className="card">
      <h2>{title}</h2>
      <p className="hint">{text('programsHint')}</p>
      <ErrorNote error={error} />
      {!isPending && rows.length === 0 && <p>{text('noPrograms')}</p>}
      <ul className="members" aria-label={title}>
        {rows.map(({ id, userId, clientId, description, lastUsed }) => (
          <li key={id}>
            <span dir="auto">{description ?? clientId}</span>
            {isAdministrator && <AccountName id={userId} />}
            <span className="hint">
              <TimeText at={lastUsed} form="minute" />
            </span>
            <span className="row-end">
              <DeleteButton
                name={description ?? clientId}
                action={text('end')}
                hint={text('endHint')}
                change={end}
                onDelete={() => end.mutate({ path: { id } })}
              />
            </span>
          </li>
        ))}
      </ul>
      {hasMore && <ActionButton onPress={onEnd}>{text('more')}</ActionButton>}
    </section>
  );
}
