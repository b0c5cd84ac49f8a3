/** Personal access tokens, and the programs that act for people. */
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useChange } from '../../app/api.ts';
import { useCursorList, useWholeList } from '../../app/lists.ts';
import { useMay } from '../../app/session.tsx';
import { useLanguage, useText } from '../../text/language.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { DeleteButton, useDialogButton, FormDialog, DoneDialog } from '../../ui/dialogs.tsx';
import { ItemList } from '../../ui/item-list.tsx';
import { Card, PageHead } from '../../ui/page-parts.tsx';
import { SecretNote } from '../../ui/copy-text.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { timeText, TimeText, useZone } from '../../ui/time-text.tsx';
import { AccountName } from '../users/account-name.tsx';
import { tokenMessages } from './messages.ts';

const TOKENS = 'GET /account/personal-access-tokens';

/** The page. */
export function TokensPage(): ReactNode {
  const text = useText(tokenMessages);
  const isAdministrator = useMay('SVC_USER_MANAGEMENT');
  const creation = useDialogButton(text('new'), (close) => <NewToken onClose={close} />);
  return (
    <>
      <PageHead title={text('title')}>{creation.button}</PageHead>
      <OwnTokens />
      <ActingPrograms isAdministrator={isAdministrator} />
      {isAdministrator && <AllTokens />}
      {creation.dialog}
    </>
  );
}

function OwnTokens(): ReactNode {
  const text = useText(tokenMessages);
  const [language, zone] = [useLanguage(), useZone()];
  const revoke = useChange('DELETE /account/personal-access-tokens/{tokenId}', {
    refreshes: [TOKENS, 'GET /api/v1/api-keys'],
    notice: text('revoked'),
  });
  const day = (date: string): string => timeText(date, 'day', language, zone);
  return (
    <Card title={text('own')}>
      <p className="hint">{text('ownHint')}</p>
      <ItemList label={text('own')} list={useWholeList(TOKENS, {})} empty={<p>{text('noOwn')}</p>}>
        {({ id, name, expiryDate, lastUsedDate }) => (
          <li key={id}>
            <span dir="auto">{name}</span>
            <span className="hint">
              {lastUsedDate === undefined ? text('unused') : text('used', { date: day(lastUsedDate) })}
              {' · '}
              {expiryDate === undefined ? text('noEnd') : text('until', { date: day(expiryDate) })}
            </span>
            <span className="row-end">
              <DeleteButton
                name={name}
                action={text('revoke')}
                hint={text('revokeHint')}
                change={revoke}
                input={{ path: { tokenId: id } }}
              />
            </span>
          </li>
        )}
      </ItemList>
    </Card>
  );
}

/** Days. */
const VALID_FOR = ['7', '30', '90', '365'] as const;
const NEVER = 'never';

function NewToken({ onClose }: { onClose: () => void }): ReactNode {
  const text = useText(tokenMessages);
  const [name, setName] = useState('');
  const [days, setDays] = useState<(typeof VALID_FOR)[number] | typeof NEVER>('90');
  const create = useChange('POST /account/personal-access-tokens', { refreshes: [TOKENS, 'GET /api/v1/api-keys'] });
  const created = create.data;
  if (created)
    return (
      <DoneDialog title={text('title')} onDone={onClose}>
        <SecretNote label={text('token', { name: created.name })} secret={created.token} />
      </DoneDialog>
    );
  return (
    <FormDialog
      title={text('new')}
      action={text('create')}
      change={create}
      onSubmit={() => create.mutate({ body: { name, expiresInDays: days === NEVER ? null : Number(days) } })}
      onClose={onClose}
    >
      <TextField label={text('name')} value={name} onChange={setName} autoFocus />
      <ChoiceField
        label={text('expiry')}
        value={days}
        options={[
          ...VALID_FOR.map((count) => ({ id: count, name: text('days', { count: Number(count) }) })),
          { id: NEVER, name: text('unlimited') },
        ]}
        onChange={setDays}
      />
    </FormDialog>
  );
}

/** The tokens of all users, for administrators. */
function AllTokens(): ReactNode {
  const text = useText(tokenMessages);
  const revoke = useChange('DELETE /api/v1/api-keys/{id}', {
    refreshes: [TOKENS, 'GET /api/v1/api-keys'],
    notice: text('revoked'),
  });
  return (
    <Card title={text('allTokens')}>
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
              <DeleteButton name={description} action={text('revoke')} hint={text('revokeHint')} change={revoke} input={{ path: { id } }} />
            </span>
          </li>
        )}
      </ItemList>
    </Card>
  );
}

/** The OAuth clients that act for people. */
function ActingPrograms({ isAdministrator }: { isAdministrator: boolean }): ReactNode {
  const text = useText(tokenMessages);
  const end = useChange('DELETE /api/v1/oauth-tokens/{id}', {
    refreshes: ['GET /api/v1/oauth-tokens'],
    notice: text('ended'),
  });
  const title = text(isAdministrator ? 'programsAll' : 'programs');
  return (
    <Card title={title}>
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
                input={{ path: { id } }}
              />
            </span>
          </li>
        )}
      </ItemList>
    </Card>
  );
}
