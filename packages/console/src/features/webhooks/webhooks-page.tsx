/** The list of webhooks. */
import { useCallback, useState, type ReactNode } from 'react';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { useCursorList } from '../../app/lists.ts';
import type { FiltersOf } from '../../app/filters.ts';
import { useText, type TextOf } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { DataTable, type TableColumn } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { FilterField } from '../../ui/text-field.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { webhookMessages } from './messages.ts';
import { NewWebhook } from './new-webhook.tsx';

const route = getRouteApi('/admin/webhooks');

const ANY = 'any';

/** The page. */
export function WebhooksPage(): ReactNode {
  const text = useText(webhookMessages);
  const { environment, name, state } = route.useSearch();
  const navigate = route.useNavigate();
  const [isCreating, setIsCreating] = useState(false);
  const { rows, error, isPending, hasMore, onEnd, refetch } = useCursorList('GET /api/v1/webhooks', {
    name: name === undefined ? undefined : `*${name}*`,
    enabled: state === undefined ? undefined : state === 'on',
  });
  const change = useCallback(
    (changed: FiltersOf<'/admin/webhooks'>) => void navigate({ search: (search) => ({ ...search, ...changed }), replace: true }),
    [navigate],
  );
  const onName = useCallback((typed: string) => change({ name: typed || undefined }), [change]);
  const isFiltered = name !== undefined || state !== undefined;
  return (
    <div className="page-fill">
      <PageHead title={text('title')}>
        <ActionButton tone="main" icon="plus" onPress={() => setIsCreating(true)}>
          {text('new')}
        </ActionButton>
      </PageHead>
      <div className="filters" role="search">
        <FilterField label={text('name')} value={name ?? ''} onChange={onName} />
        <ChoiceField
          label={text('state')}
          value={state ?? ANY}
          options={[
            { id: ANY, name: text('any') },
            { id: 'on', name: text('on') },
            { id: 'off', name: text('disabled') },
          ]}
          onChange={(id) => change({ state: id === 'on' || id === 'off' ? id : undefined })}
        />
      </div>
      {error && <ErrorNote error={error} onRetry={refetch} />}
      <DataTable
        label={text('title')}
        columns={columnsOf(text)}
        rows={rows}
        keyOf={({ id }) => id}
        isLoading={isPending && !error}
        hasMore={hasMore}
        onEnd={onEnd}
        empty={
          <EmptyState
            title={isFiltered ? text('noneFits') : text('empty')}
            action={isFiltered && <ActionButton onPress={() => void navigate({ search: { environment } })}>{text('clear')}</ActionButton>}
          >
            <p>{isFiltered ? text('noneFitsHint') : text('noneHint')}</p>
          </EmptyState>
        }
      />
      {isCreating && <NewWebhook onClose={() => setIsCreating(false)} />}
    </div>
  );
}

const columnsOf = (text: TextOf<typeof webhookMessages>): TableColumn<Schema<'Webhook'>>[] => [
  {
    id: 'state',
    header: text('state'),
    width: '9rem',
    cell: ({ enabled, disabledReason }) => (
      <span title={disabledReason}>
        <StatusMark tone={enabled ? 'good' : disabledReason === undefined ? 'off' : 'bad'}>{text(enabled ? 'on' : 'disabled')}</StatusMark>
      </span>
    ),
  },
  {
    id: 'name',
    header: text('name'),
    cell: ({ id, name }, focus) => (
      <Link {...focus} to="/admin/webhooks/$webhookId" params={{ webhookId: id }} dir="auto" title={name}>
        {name}
      </Link>
    ),
  },
  { id: 'url', header: text('address'), cell: ({ url }) => <span title={url}>{url}</span> },
  {
    id: 'types',
    header: text('types'),
    width: '8rem',
    isWide: true,
    cell: ({ eventTypes }) => <span title={eventTypes.join('\n')}>{text('typeCount', { count: eventTypes.length })}</span>,
  },
  {
    id: 'level',
    header: text('level'),
    width: '7rem',
    isWide: true,
    cell: ({ level }) => text(level === 'tenant' ? 'levelTenant' : 'levelUser'),
  },
  {
    id: 'created',
    header: text('created'),
    width: '8rem',
    isWide: true,
    cell: ({ createdAt }) => <TimeText at={createdAt} form="day" />,
  },
];
