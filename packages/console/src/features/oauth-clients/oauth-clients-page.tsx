/** The list of OAuth clients. */
import type { ReactNode } from 'react';
import { useFilters } from '../../app/filters.ts';
import { useCursorList } from '../../app/lists.ts';
import { useMay, useMe } from '../../app/session.tsx';
import { useText } from '../../text/language.tsx';
import { NameLink } from '../../ui/links.tsx';
import { TablePage } from '../../ui/table-page.tsx';
import { useDialogButton } from '../../ui/dialogs.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { FilterField } from '../../ui/text-field.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { oauthClientMessages } from './messages.ts';
import { NewOauthClientDialog } from './new-oauth-client.tsx';

/** The page. */
export function OauthClientsPage(): ReactNode {
  const text = useText(oauthClientMessages);
  const { accountId } = useMe();
  const { filters, isFiltered, typed } = useFilters('/admin/oauth-clients');
  const { name } = filters;
  const mayManage = useMay('SVC_OAUTH_CLIENT_MANAGEMENT');
  const creation = useDialogButton(text('new'), (close) => <NewOauthClientDialog onClose={close} />);
  const filter = name === undefined ? undefined : `clientName co ${JSON.stringify(name)}`;
  return (
    <TablePage
      text={text}
      title={text('oauthClients')}
      actions={mayManage && creation.button}
      filters={<FilterField label={text('name')} {...typed('name')} />}
      isFiltered={isFiltered}
      list={useCursorList('GET /api/v1/oauth-clients', { query: { filter } })}
      keyOf={({ clientId }) => clientId}
      columns={[
        {
          id: 'name',
          render: ({ clientId, clientName }, focus) => (
            <NameLink {...focus} to="/admin/oauth-clients/$clientId" params={{ clientId }} name={clientName} />
          ),
        },
        { id: 'type', width: '12rem', isWide: true, render: ({ appType }) => text(appType) },
        {
          id: 'use',
          width: '17rem',
          render: ({ connectionConfig: config }) => {
            if (config?.status !== 'approved') return <StatusMark tone="off">{text('revoked')}</StatusMark>;
            return <StatusMark tone="good">{text(config.consentMethod === 'trusted' ? 'trusted' : 'approved')}</StatusMark>;
          },
        },
        {
          id: 'belongsTo',
          width: '11rem',
          isWide: true,
          render: ({ tenantId, createdByType }) => text(ownerText(tenantId === accountId, createdByType === 'system')),
        },
        { id: 'created', width: '8rem', isWide: true, render: ({ createdAt }) => <TimeText at={createdAt} form="day" /> },
      ]}
    >
      {creation.dialog}
    </TablePage>
  );
}

/** The text for the owner of a client. That of the command line belongs to no tenant. */
const ownerText = (isOwn: boolean, isBuiltIn: boolean): 'builtIn' | 'otherTenant' | 'ownTenant' => {
  if (isBuiltIn) return 'builtIn';
  return isOwn ? 'ownTenant' : 'otherTenant';
};
