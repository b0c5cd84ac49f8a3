/** Creates a webhook. */
import { useState, type ReactNode } from 'react';
import { useNavigate } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { useChange } from '../../app/api.ts';
import { useMay } from '../../app/session.tsx';
import { useText } from '../../text/language.tsx';
import { ChangeForm } from '../../ui/change-form.tsx';
import { CheckField } from '../../ui/check-field.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { ModalDialog } from '../../ui/modal-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { EventTypeList } from './event-type-list.tsx';
import { webhookMessages } from './messages.ts';

/** The dialog. Afterwards it opens the page of the new webhook, where the person can test it. */
export function NewWebhook({ onClose }: { onClose: () => void }): ReactNode {
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
    <ModalDialog title={text('new')} isOpen onClose={onClose}>
      <ChangeForm action={text('create')} change={create} onCancel={onClose} onSubmit={submit}>
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
        <TextField
          label={text('secret')}
          hint={text('secretHint')}
          type="password"
          autoComplete="new-password"
          {...draft.field('secret')}
        />
        <CheckField {...draft.check('enableCloudEventDelivery')}>{text('cloudEvents')}</CheckField>
      </ChangeForm>
    </ModalDialog>
  );
}
