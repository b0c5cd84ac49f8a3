/** Tokens of all users, and the programs that act for people. */
import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { useChange } from '../../app/api.ts';
import { useCursorList } from '../../app/lists.ts';
import { useText } from '../../text/language.tsx';
import { DeleteButton } from '../../ui/delete-button.tsx';
import { ItemList } from '../../ui/item-list.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { AccountName } from '../users/account-name.tsx';
import { tokenMessages } from './messages.ts';

/** The tokens of all users, for administrators. */
export function AllTokens(): ReactNode {
  const text = useText(tokenMessages);
  const revoke = useChange('DELETE /api/v1/api-keys/{id}', {
    refreshes: ['GET /api/v1/api-keys', 'GET /account/personal-access-tokens'],
    notice: text('revoked'),
  });
  return (
    <section className="card">
      <h2>{text('allTokens')}</h2>
      <ItemList label={text('allTokens')} list={useCursorList('GET /api/v1/api-keys', {})} empty={<p>{text('noneAll')}</p>}>
        {({ id, description, sub, status, expiry }) => (
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
        )}
      </ItemList>
    </section>
  );
}

/** The OAuth clients that act for people. */
export function ActingPrograms({ isAdministrator }: { isAdministrator: boolean }): ReactNode {
  const text = useText(tokenMessages);
  const end = useChange('DELETE /api/v1/oauth-tokens/{id}', {
    refreshes: ['GET /api/v1/oauth-tokens'],
    notice: text('ended'),
  });
  const title = text(isAdministrator ? 'programsAll' : 'programs');
  return (
    <section className="card">
      <h2>{title}</h2>
      <p className="hint">{text('programsHint')}</p>
      <ItemList label={title} list={useCursorList('GET /api/v1/oauth-tokens', {})} empty={<p>{text('noPrograms')}</p>}>
        {({ id, userId, clientId, description, lastUsed }) => (
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
        )}
      </ItemList>
    </section>
  );
}
