/** The list of OAuth clients. */
import { useCallback, useState, type ReactNode } from 'react';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { useCursorList } from '../../app/lists.ts';
import { useMay, useMe } from '../../app/session.tsx';
import { useText, type TextOf } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { DataTable, type TableColumn } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { FilterField } from '../../ui/text-field.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { oauthClientMessages } from './messages.ts';
import { NewOauthClientDialog } from './new-oauth-client.tsx';

const route = getRouteApi('/admin/oauth-clients');

/** The page. */
export function OauthClientsPage(): ReactNode {
  const text = useText(oauthClientMessages);
  const { accountId } = useMe();
  const { name } = route.useSearch();
  const navigate = route.useNavigate();
  const mayManage = useMay('SVC_OAUTH_CLIENT_MANAGEMENT');
  const [isCreating, setIsCreating] = useState(false);
  const filter = name === undefined ? undefined : `clientName co ${JSON.stringify(name)}`;
  const { rows, error, isPending, hasMore, onEnd, refetch } = useCursorList('GET /api/v1/oauth-clients', { filter });
  const onName = useCallback(
    (typed: string) => void navigate({ search: (search) => ({ ...search, name: typed || undefined }), replace: true }),
    [navigate],
  );
  return (
    <div className="page-fill">
      <PageHead title={text('title')}>
        {mayManage && (
          <ActionButton tone="main" icon="plus" onPress={() => setIsCreating(true)}>
            {text('new')}
          </ActionButton>
        )}
      </PageHead>
      <div className="filters" role="search">
        <FilterField label={text('name')} value={name ?? ''} onChange={onName} />
      </div>
      {error && <ErrorNote error={error} onRetry={refetch} />}
      <DataTable
        label={text('title')}
        columns={columnsOf(text, accountId)}
        rows={rows}
        keyOf={({ clientId }) => clientId}
        isLoading={isPending && !error}
        hasMore={hasMore}
        onEnd={onEnd}
        empty={
          <EmptyState title={name === undefined ? text('empty') : text('noneFits')}>
            <p>{name === undefined ? text('noneHint') : text('noneFitsHint')}</p>
          </EmptyState>
        }
      />
      {isCreating && <NewOauthClientDialog onClose={() => setIsCreating(false)} />}
    </div>
  );
}

const columnsOf = (text: TextOf<typeof oauthClientMessages>, tenantId: string): TableColumn<Schema<'OauthClient'>>[] => [
  {
    id: 'name',
    header: text('name'),
    cell: ({ clientId, clientName }, focus) => (
      <Link {...focus} to="/admin/oauth-clients/$clientId" params={{ clientId }} dir="auto" title={clientName}>
        {clientName}
      </Link>
    ),
  },
  { id: 'type', header: text('type'), width: '12rem', isWide: true, cell: ({ appType }) => text(appType) },
  {
    id: 'use',
    header: text('use'),
    width: '17rem',
    isWide: true,
    cell: ({ connectionConfig: config }) => {
      if (config?.status !== 'approved') return <StatusMark tone="off">{text('revoked')}</StatusMark>;
      return <StatusMark tone="good">{text(config.consentMethod === 'trusted' ? 'trusted' : 'approved')}</StatusMark>;
    },
  },
  {
    id: 'owner',
    header: text('belongsTo'),
    width: '11rem',
    isWide: true,
    cell: (client) => text(client.tenantId === tenantId ? 'ownTenant' : 'otherTenant'),
  },
  {
    id: 'created',
    header: text('created'),
    width: '8rem',
    isWide: true,
    cell: ({ createdAt }) => <TimeText at={createdAt} form="day" />,
  },
];
