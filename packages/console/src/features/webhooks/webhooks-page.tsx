/** The list of webhooks, and the dialog that creates one. */
import type { Schema } from '@millrace/contract';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useChange } from '../../app/api.ts';
import { useFilters } from '../../app/filters.ts';
import { useCursorList } from '../../app/lists.ts';
import { useMay } from '../../app/session.tsx';
import { useText } from '../../text/language.tsx';
import { CheckField } from '../../ui/check-field.tsx';
import { ChoiceField, FilterChoice } from '../../ui/choice-field.tsx';
import { NameLink } from '../../ui/links.tsx';
import { TablePage } from '../../ui/table-page.tsx';
import { useDialogButton, FormDialog } from '../../ui/dialogs.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { FilterField, TextField } from '../../ui/text-field.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { EventTypeList } from './event-type-list.tsx';
import { useEventTypeName } from './event-type-name.ts';
import { webhookMessages } from './messages.ts';

/** The page. */
export function WebhooksPage(): ReactNode {
  const text = useText(webhookMessages);
  const nameOf = useEventTypeName();
  const { filters, isFiltered, clear, typed, chosen } = useFilters('/admin/webhooks');
  const { name, state } = filters;
  const creation = useDialogButton(text('new'), (close) => <NewWebhook onClose={close} />);
  const list = useCursorList('GET /api/v1/webhooks', {
    query: { name: name === undefined ? undefined : `*${name}*`, enabled: state === undefined ? undefined : state === 'on' },
  });
  return (
    <TablePage
      text={text}
      title={text('webhooks')}
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
          render: ({ eventTypes }) => (
            <span title={eventTypes.map((type) => nameOf(type) ?? type).join('\n')}>{text('typeCount', { count: eventTypes.length })}</span>
          ),
        },
        { id: 'level', width: '7rem', isWide: true, render: ({ level }) => text(level === 'tenant' ? 'levelTenant' : 'levelUser') },
        { id: 'created', width: '8rem', isWide: true, render: ({ createdAt }) => <TimeText at={createdAt} form="day" /> },
      ]}
    >
      {creation.dialog}
    </TablePage>
  );
}

/** The dialog that creates a webhook. Afterwards it opens the page of the new webhook, where the person can test it. */
function NewWebhook({ onClose }: { onClose: () => void }): ReactNode {
  const text = useText(webhookMessages);
  const navigate = useNavigate();
  const mayForTenant = useMay('SVC_WEBHOOK_MANAGEMENT');
  const [{ name, url, filter, secret, enableCloudEventDelivery }, draft] = useDraft({
    name: '',
    url: 'https://',
    filter: '',
    secret: '',
    enableCloudEventDelivery: false,
  });
  const [level, setLevel] = useState<Schema<'WebhookLevel'>>(mayForTenant ? 'tenant' : 'user');
  const [eventTypes, setEventTypes] = useState<string[]>([]);
  const create = useChange('POST /api/v1/webhooks', {
    refreshes: ['GET /api/v1/webhooks'],
    onDone: ({ id }) => void navigate({ to: '/admin/webhooks/$webhookId', params: { webhookId: id } }),
  });
  function submit(): void {
    const body = { name, url, level, eventTypes, enabled: true, enableCloudEventDelivery };
    create.mutate({ body: { ...body, ...(filter && { filter }), ...(secret && { secret }) } });
  }
  return (
    <FormDialog title={text('new')} action={text('create')} change={create} onSubmit={submit} onClose={onClose}>
      <TextField label={text('name')} {...draft.field('name')} autoFocus />
      <TextField label={text('address')} hint={text('urlHint')} {...draft.field('url')} />
      {mayForTenant && (
        <ChoiceField<Schema<'WebhookLevel'>>
          label={text('level')}
          value={level}
          options={[
            { id: 'tenant', name: text('tenant') },
            { id: 'user', name: text('user') },
          ]}
          onChange={(chosen) => {
            setLevel(chosen);
            setEventTypes([]);
          }}
        />
      )}
      <EventTypeList level={level} values={eventTypes} onChange={setEventTypes} />
      <TextField label={text('filter')} hint={text('filterHint')} {...draft.field('filter')} />
      <TextField label={text('secret')} hint={text('secretHint')} type="password" autoComplete="new-password" {...draft.field('secret')} />
      <CheckField {...draft.check('enableCloudEventDelivery')}>{text('cloudEvents')}</CheckField>
    </FormDialog>
  );
}
