/** One webhook: its deliveries, its settings, and a test of its filter. */
import type { ReactNode } from 'react';
import { getRouteApi } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { useChange, useRead } from '../../app/api.ts';
import { useDeletion } from '../../app/deletion.ts';
import { useText } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { ChangeForm } from '../../ui/change-form.tsx';
import { DeleteButton } from '../../ui/dialogs.tsx';
import { Card, ErrorNote, FactList, PageHead } from '../../ui/page-parts.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { TextField } from '../../ui/text-field.tsx';
import { EventTypeList } from './event-type-list.tsx';
import { FilterTester } from './filter-tester.tsx';
import { webhookMessages } from './messages.ts';
import { WebhookDeliveries } from './webhook-deliveries.tsx';

const route = getRouteApi('/admin/webhooks/$webhookId');

/** The page. */
export function WebhookPage(): ReactNode {
  const text = useText(webhookMessages);
  const { webhookId: id } = route.useParams();
  const path = { id };
  const { data: webhook, error } = useRead('GET /api/v1/webhooks/{id}', { path });
  const change = useChange('PATCH /api/v1/webhooks/{id}', { refreshes: READS });
  const test = useChange('POST /api/v1/webhooks/{id}/actions/test', {
    refreshes: ['GET /api/v1/webhooks/{id}/deliveries'],
    notice: text('testSent'),
  });
  const remove = useDeletion('DELETE /api/v1/webhooks/{id}', ['GET /api/v1/webhooks'], '/admin/webhooks');
  if (!webhook) return <ErrorNote error={error} />;
  const { name, url, enabled, disabledReason, level, filter, secretKeyAdded, enableCloudEventDelivery, headers, encryptedHeaders } =
    webhook;
  const refusal = change.error ?? test.error;
  return (
    <>
      <PageHead
        title={name}
        aside={
          <StatusMark tone={enabled ? 'good' : disabledReason === undefined ? 'off' : 'bad'}>
            {text(enabled ? 'on' : 'disabled')}
          </StatusMark>
        }
      >
        <ActionButton icon="play" isDisabled={!enabled} isPending={test.isPending} onPress={() => test.mutate({ path })}>
          {text('test')}
        </ActionButton>
        <ActionButton
          isPending={change.isPending}
          onPress={() => change.mutate({ path, body: [{ op: 'replace', path: '/enabled', value: !enabled }] })}
        >
          {text(enabled ? 'disable' : 'enable')}
        </ActionButton>
        <DeleteButton name={name} hint={text('deleteHint')} change={remove} input={{ path }} />
      </PageHead>
      {disabledReason !== undefined && <p className="note bad">{text('disabledBy', { reason: disabledReason })}</p>}
      <ErrorNote error={refusal} />
      <section className="card">
        <FactList
          facts={[
            [text('address'), url],
            [text('level'), text(level === 'tenant' ? 'levelTenant' : 'levelUser')],
            [text('filter'), filter && <code key="filter">{filter}</code>],
            [text('secret'), text(secretKeyAdded ? 'hasSecret' : 'unsigned')],
            [text('cloudEvents'), text(enableCloudEventDelivery ? 'yes' : 'no')],
            [text('headers'), [...Object.keys(headers), ...encryptedHeaders].join(', ')],
          ]}
        />
      </section>
      <WebhookDeliveries webhookId={id} />
      <div className="columns">
        <WebhookForm key={webhook.updatedAt} webhook={webhook} />
        <FilterTester webhook={webhook} />
      </div>
    </>
  );
}

const READS = ['GET /api/v1/webhooks/{id}', 'GET /api/v1/webhooks'] as const;

function WebhookForm({ webhook }: { webhook: Schema<'Webhook'> }): ReactNode {
  const text = useText(webhookMessages);
  const [{ secret, ...form }, draft] = useDraft({
    name: webhook.name,
    url: webhook.url,
    description: webhook.description ?? '',
    eventTypes: webhook.eventTypes,
    secret: '',
  });
  const save = useChange('PATCH /api/v1/webhooks/{id}', { refreshes: READS, notice: text('saved') });
  const before: Record<string, unknown> = { ...webhook, description: webhook.description ?? '' };
  function submit(): void {
    const fields = Object.entries({ ...form, ...(secret && { secret }) }).filter(([key, value]) => String(value) !== String(before[key]));
    save.mutate({ path: { id: webhook.id }, body: fields.map(([key, value]) => ({ op: 'replace', path: `/${key}`, value })) });
  }
  return (
    <Card title={text('settings')}>
      <ChangeForm action={text('save')} change={save} onSubmit={submit}>
        <TextField label={text('name')} {...draft.field('name')} />
        <TextField label={text('address')} {...draft.field('url')} />
        <TextField label={text('description')} {...draft.field('description')} />
        <EventTypeList level={webhook.level} values={form.eventTypes} onChange={(eventTypes) => draft.set({ eventTypes })} />
        <TextField
          label={text(webhook.secretKeyAdded ? 'newSecret' : 'secret')}
          hint={text(webhook.secretKeyAdded ? 'rotateHint' : 'secretHint')}
          type="password"
          autoComplete="new-password"
          {...draft.field('secret')}
        />
      </ChangeForm>
    </Card>
  );
}
