/** One service account: its permissions and its secrets. */
import { useState, type ReactNode } from 'react';
import { getRouteApi } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { useChange, useRead } from '../../app/api.ts';
import { useDeletion } from '../../app/deletion.ts';
import { useText } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { ChangeForm } from '../../ui/change-form.tsx';
import { DeleteButton } from '../../ui/dialogs.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { Card, ErrorNote, PageHead, FactsCard } from '../../ui/page-parts.tsx';
import { SecretNote } from '../../ui/copy-text.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { PermissionList } from '../roles/permission-list.tsx';
import { serviceAccountMessages } from './messages.ts';

const route = getRouteApi('/admin/service-accounts/$serviceAccountId');

/** The page. */
export function ServiceAccountPage(): ReactNode {
  const text = useText(serviceAccountMessages);
  const { serviceAccountId: id } = route.useParams();
  const { data: account, error } = useRead('GET /account/service-accounts/{id}', { path: { id }, query: {} });
  const remove = useDeletion('DELETE /account/service-accounts/{id}', ['GET /account/service-accounts'], '/admin/service-accounts');
  if (!account) return <ErrorNote error={error} />;
  const { name, createdDate, lastModifiedDate, lastUsedDate, lastUsedApi } = account;
  return (
    <>
      <PageHead title={name}>
        <ButtonLink to="/admin/access" search={{ account: id }} name={text('explain')} />
        <DeleteButton name={name} hint={text('deleteHint')} change={remove} input={{ path: { id }, query: {} }} />
      </PageHead>
      <FactsCard
        facts={[
          [text('created'), <TimeText key="created" at={createdDate} form="minute" />],
          [text('changed'), <TimeText key="changed" at={lastModifiedDate} form="minute" />],
          [text('lastUsed'), lastUsedDate === undefined ? text('never') : <TimeText key="used" at={lastUsedDate} form="minute" />],
          [text('lastCall'), lastUsedApi && <code key="call">{lastUsedApi}</code>],
          [text('id'), <code key="id">{id}</code>],
        ]}
      />
      <Secrets account={account} />
      <ServiceAccountForm key={lastModifiedDate} account={account} />
    </>
  );
}

function Secrets({ account: { id, name } }: { account: Schema<'ServiceAccount'> }): ReactNode {
  const text = useText(serviceAccountMessages);
  const path = { id };
  const { data: secrets = [], error, isPending } = useRead('GET /account/service-accounts/{id}/secrets', { path });
  const add = useChange('POST /account/service-accounts/{id}/secrets', { refreshes: ['GET /account/service-accounts/{id}/secrets'] });
  const remove = useChange('DELETE /account/service-accounts/{id}/secrets/{secretId}', {
    refreshes: ['GET /account/service-accounts/{id}/secrets'],
  });
  const refusal = error ?? add.error;
  return (
    <Card
      title={text('secrets')}
      actions={
        <ActionButton icon="plus" isPending={add.isPending} onPress={() => add.mutate({ path })}>
          {text('addSecret')}
        </ActionButton>
      }
    >
      <p className="hint">{text('secretsHint')}</p>
      {add.data && <SecretNote label={text('secretOf', { name })} secret={add.data.secret} />}
      {secrets.length === 0 && !isPending && <p>{text('noSecret')}</p>}
      <ul className="items" aria-label={text('secrets')} data-waits={isPending || undefined}>
        {secrets.map((secret) => (
          <li key={secret.id}>
            <span>
              <code>{text('endsWith', { hint: secret.hint })}</code>
            </span>
            <span className="hint">
              <TimeText at={secret.createdDate} form="minute" />
            </span>
            <span className="row-end">
              <DeleteButton
                name={text('endsWith', { hint: secret.hint })}
                hint={text('deleteSecretHint')}
                change={remove}
                input={{ path: { id, secretId: secret.id } }}
              />
            </span>
          </li>
        ))}
      </ul>
      <ErrorNote error={refusal} />
    </Card>
  );
}

function ServiceAccountForm({ account }: { account: Schema<'ServiceAccount'> }): ReactNode {
  const text = useText();
  const [name, setName] = useState(account.name);
  const [permissions, setPermissions] = useState(account.permissions);
  const { data: options = [] } = useRead('GET /account/service-accounts/permissions', {});
  const save = useChange('PUT /account/service-accounts/{id}', {
    refreshes: ['GET /account/service-accounts/{id}', 'GET /account/service-accounts'],
    notice: text('saved'),
  });
  return (
    <section className="card wide-form">
      <ChangeForm
        action={text('save')}
        change={save}
        onSubmit={() => save.mutate({ path: { id: account.id }, query: {}, body: { name, permissions } })}
      >
        <TextField label={text('name')} value={name} onChange={setName} />
        <PermissionList values={permissions} options={options} onChange={(chosen) => setPermissions(chosen as typeof permissions)} />
      </ChangeForm>
    </section>
  );
}
