/** The list of webhooks. */
import type { ReactNode } from 'react';
import { useFilters } from '../../app/filters.ts';
import { useCursorList } from '../../app/lists.ts';
import { useText } from '../../text/language.tsx';
import { FilterChoice } from '../../ui/choice-field.tsx';
import { NameLink } from '../../ui/data-table.tsx';
import { ListPage, useDialogButton } from '../../ui/list-page.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { FilterField } from '../../ui/text-field.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { webhookMessages } from './messages.ts';
import { NewWebhook } from './new-webhook.tsx';

/** The page. */
export function WebhooksPage(): ReactNode {
  const text = useText(webhookMessages);
  const { filters, isFiltered, clear, typed, chosen } = useFilters('/admin/webhooks');
  const { name, state } = filters;
  const creation = useDialogButton(text('new'), (close) => <NewWebhook onClose={close} />);
  const list = useCursorList('GET /api/v1/webhooks', {
    query: { name: name === undefined ? undefined : `*${name}*`, enabled: state === undefined ? undefined : state === 'on' },
  });
  return (
    <ListPage
      text={text}
      title={text('title')}
      actions={creation.button}
      filters={
        <>
          <FilterField label={text('name')} {...typed('name')} />
          <FilterChoice
            label={text('state')}
            {...chosen('state')}
            options={[
              { id: 'on', name: text('on') },
              { id: 'off', name: text('disabled') },
            ]}
          />
        </>
      }
      isFiltered={isFiltered}
      onClear={clear}
      list={list}
      keyOf={({ id }) => id}
      columns={[
        {
          id: 'state',
          width: '9rem',
          render: ({ enabled, disabledReason }) => (
            <span title={disabledReason}>
              <StatusMark tone={enabled ? 'good' : disabledReason === undefined ? 'off' : 'bad'}>
                {text(enabled ? 'on' : 'disabled')}
              </StatusMark>
            </span>
          ),
        },
        {
          id: 'name',
          render: ({ id, name }, focus) => <NameLink {...focus} to="/admin/webhooks/$webhookId" params={{ webhookId: id }} name={name} />,
        },
        { id: 'address', render: ({ url }) => <span title={url}>{url}</span> },
        {
          id: 'types',
          width: '8rem',
          isWide: true,
          render: ({ eventTypes }) => <span title={eventTypes.join('\n')}>{text('typeCount', { count: eventTypes.length })}</span>,
        },
        { id: 'level', width: '7rem', isWide: true, render: ({ level }) => text(level === 'tenant' ? 'levelTenant' : 'levelUser') },
        { id: 'created', width: '8rem', isWide: true, render: ({ createdAt }) => <TimeText at={createdAt} form="day" /> },
      ]}
    >
      {creation.dialog}
    </ListPage>
  );
}
