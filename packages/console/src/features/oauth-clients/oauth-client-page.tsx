/** One OAuth client: its use, its refused requests, its settings, and its secrets. */
import type { ReactNode } from 'react';
import { getRouteApi } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { useChange, useRead } from '../../app/api.ts';
import { useDeletion } from '../../app/deletion.ts';
import { useMay, useMe } from '../../app/session.tsx';
import { useLanguage, useText } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { ChangeForm } from '../../ui/change-form.tsx';
import { SecretNote } from '../../ui/copy-text.tsx';
import { DeleteButton } from '../../ui/dialogs.tsx';
import { Card, ErrorNote, PageHead } from '../../ui/page-parts.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { timeText, TimeText, useZone } from '../../ui/time-text.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { oauthClientMessages } from './messages.ts';
import { listedParts } from './new-oauth-client.tsx';
import { RefusedRequests } from './refused-requests.tsx';

const route = getRouteApi('/admin/oauth-clients/$clientId');

const CLIENT = 'GET /api/v1/oauth-clients/{id}';
const CLIENTS = 'GET /api/v1/oauth-clients';
/** The routes whose answers change with the client. */
const READS = [CLIENT, CLIENTS] as const;
/** The fields that are lists, which the form has as text. */
const LISTS: ReadonlySet<string> = new Set(['redirectUris', 'allowedOrigins', 'allowedScopes']);

/** The page. */
export function OauthClientPage(): ReactNode {
  const text = useText(oauthClientMessages);
  const [language, zone] = [useLanguage(), useZone()];
  const { clientId: id } = route.useParams();
  const { accountId } = useMe();
  const mayManage = useMay('SVC_OAUTH_CLIENT_MANAGEMENT');
  const path = { id };
  const { data: client, error } = useRead(CLIENT, { path });
  const publish = useChange('POST /api/v1/oauth-clients/{id}/actions/publish', {
    refreshes: READS,
    notice: text('publishDone'),
  });
  const remove = useDeletion('DELETE /api/v1/oauth-clients/{id}', [CLIENTS], '/admin/oauth-clients');
  if (!client) return <ErrorNote error={error} />;
  const { clientName, appType, publishedAt, tenantId, updatedAt } = client;
  const isOwn = mayManage && tenantId === accountId;
  return (
    <>
      <PageHead title={clientName} aside={<span className="hint">{text(appType)}</span>}>
        {isOwn && publishedAt === undefined && (
          <DeleteButton name={clientName} action={text('publish')} hint={text('publishHint')} change={publish} input={{ path }} />
        )}
        {isOwn && <DeleteButton name={clientName} hint={text('deleteHint')} change={remove} input={{ path }} />}
      </PageHead>
      <p className="hint">
        {text('clientId')} <code>{id}</code>
        {publishedAt !== undefined && ` · ${text('published', { date: timeText(publishedAt, 'day', language, zone) })}`}
      </p>
      {mayManage && <ClientUse client={client} />}
      {isOwn && <RefusedRequests clientId={id} />}
      {isOwn && (
        <div className="columns">
          <OauthClientForm key={updatedAt} client={client} />
          <ClientSecrets client={client} />
        </div>
      )}
    </>
  );
}

function OauthClientForm({ client }: { client: Schema<'OauthClient'> }): ReactNode {
  const text = useText(oauthClientMessages);
  const { appType, redirectUris = [], allowedOrigins = [], allowedScopes } = client;
  const before = {
    clientName: client.clientName,
    description: client.description ?? '',
    clientUri: client.clientUri ?? '',
    redirectUris: redirectUris.join('\n'),
    allowedOrigins: allowedOrigins.join('\n'),
    allowedScopes: allowedScopes.join(' '),
  };
  const [form, draft] = useDraft(before);
  const save = useChange('PATCH /api/v1/oauth-clients/{id}', { refreshes: READS, notice: text('saved') });
  function submit(): void {
    const changed = (Object.keys(form) as (keyof typeof form)[]).filter((key) => form[key] !== before[key]);
    const body = changed.map((key) => {
      const value = LISTS.has(key) ? listedParts(form[key]) : form[key];
      return value.length === 0 ? { op: 'remove', path: `/${key}` } : { op: 'replace', path: `/${key}`, value };
    });
    save.mutate({ path: { id: client.clientId }, body });
  }
  const field = (key: keyof typeof form, label: string, { lines, hint }: { lines?: number; hint?: string } = {}): ReactNode => (
    <TextField label={label} hint={hint} lines={lines} {...draft.field(key)} />
  );
  return (
    <Card title={text('settings')}>
      <ChangeForm action={text('save')} change={save} onSubmit={submit}>
        {field('clientName', text('name'))}
        {field('description', text('description'))}
        {field('clientUri', text('clientUri'))}
        {field('redirectUris', text('redirects'), { lines: 3, hint: text('perLine') })}
        {appType === 'spa' && field('allowedOrigins', text('origins'), { lines: 2, hint: text('originsHint') })}
        {field('allowedScopes', text('scopes'), { hint: text('scopesHint') })}
      </ChangeForm>
    </Card>
  );
}

function ClientSecrets({ client }: { client: Schema<'OauthClient'> }): ReactNode {
  const { clientId: id, clientName, clientSecrets = [] } = client;
  const text = useText(oauthClientMessages);
  const add = useChange('POST /api/v1/oauth-clients/{id}/client-secrets', { refreshes: [CLIENT] });
  const remove = useChange('DELETE /api/v1/oauth-clients/{id}/client-secrets/{hint}', { refreshes: [CLIENT] });
  return (
    <Card
      title={text('secrets')}
      actions={
        <ActionButton icon="plus" isPending={add.isPending} onPress={() => add.mutate({ path: { id } })}>
          {text('addSecret')}
        </ActionButton>
      }
    >
      {add.data && <SecretNote label={text('secretOf', { name: clientName })} secret={add.data.clientSecret} />}
      {clientSecrets.length === 0 && <p>{text('noSecrets')}</p>}
      <ul className="items" aria-label={text('secrets')}>
        {clientSecrets.map(({ hint, createdAt, lastUsedAt }) => (
          <li key={hint}>
            <code>{text('endsWith', { hint })}</code>
            <span className="hint">
              {text('created')} <TimeText at={createdAt} form="day" /> ·{' '}
              {lastUsedAt === undefined ? (
                text('neverUsed')
              ) : (
                <>
                  {text('lastUsed')} <TimeText at={lastUsedAt} form="minute" />
                </>
              )}
            </span>
            <span className="row-end">
              <DeleteButton
                name={text('endsWith', { hint })}
                hint={text('deleteSecretHint')}
                change={remove}
                input={{ path: { id, hint } }}
              />
            </span>
          </li>
        ))}
      </ul>
      <ErrorNote error={add.error} />
    </Card>
  );
}

/** Whether people of the tenant may use an OAuth client: the decision of the tenant, with the buttons that change it. */
function ClientUse({ client: { clientId: id, connectionConfig: config } }: { client: Schema<'OauthClient'> }): ReactNode {
  const text = useText(oauthClientMessages);
  const path = { id };
  const change = useChange('PATCH /api/v1/oauth-clients/{id}/connection-configs/me', { refreshes: READS });
  const forbid = useChange('DELETE /api/v1/oauth-clients/{id}/connection-configs/me', { refreshes: READS });
  const isAllowed = config?.status === 'approved';
  const method = isAllowed ? config.consentMethod : undefined;
  const set = (value: Schema<'ConsentMethod'>): void => change.mutate({ path, body: [{ op: 'replace', path: '/consentMethod', value }] });
  const state = method === 'trusted' ? 'trusted' : 'approved';
  const refusal = change.error ?? forbid.error;
  return (
    <Card
      title={text('permission')}
      actions={<StatusMark tone={isAllowed ? 'good' : 'off'}>{text(isAllowed ? state : 'revoked')}</StatusMark>}
    >
      <p className="hint">{text('permissionHint')}</p>
      <ErrorNote error={refusal} />
      <div className="buttons">
        {method !== 'required' && (
          <ActionButton isPending={change.isPending} onPress={() => set('required')}>
            {text('allow')}
          </ActionButton>
        )}
        {method !== 'trusted' && (
          <ActionButton isPending={change.isPending} onPress={() => set('trusted')}>
            {text('trust')}
          </ActionButton>
        )}
        {isAllowed && (
          <ActionButton isPending={forbid.isPending} onPress={() => forbid.mutate({ path })}>
            {text('forbid')}
          </ActionButton>
        )}
      </div>
    </Card>
  );
}
