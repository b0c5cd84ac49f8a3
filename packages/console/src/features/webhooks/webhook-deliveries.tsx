/** The deliveries of a webhook. */
import type { ReactNode } from 'react';
import { Link, useNavigate } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { useChange, useRead } from '../../app/api.ts';
import { useFilters } from '../../app/filters.ts';
import { useCursorList } from '../../app/lists.ts';
import { useText } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { FilterChoice } from '../../ui/choice-field.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Card, EmptyState, ErrorNote, FactList } from '../../ui/page-parts.tsx';
import { ModalDialog } from '../../ui/dialogs.tsx';
import { ScrollText } from '../../ui/scroll-areas.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { webhookMessages } from './messages.ts';

const TONES = { success: 'good', fail: 'bad', waiting: 'waits' } as const;
const DELIVERY_STATUSES = Object.keys(TONES) as (keyof typeof TONES)[];
const REFRESH_INTERVAL = 3000;
const LIST = 'GET /api/v1/webhooks/{id}/deliveries';

/** The list; the open delivery is part of the URL. */
export function WebhookDeliveries({ webhookId }: { webhookId: string }): ReactNode {
  const text = useText(webhookMessages);
  const navigate = useNavigate({ from: '/admin/webhooks/$webhookId' });
  const { filters, chosen } = useFilters('/admin/webhooks/$webhookId');
  const { status, delivery } = filters;
  return (
    <Card
      title={text('deliveries')}
      actions={
        <FilterChoice
          label={text('state')}
          isLabelHidden
          {...chosen('status')}
          options={DELIVERY_STATUSES.map((id) => ({ id, name: text(id) }))}
        />
      }
    >
      <DataTable
        text={text}
        label={text('deliveries')}
        list={useCursorList(LIST, { path: { id: webhookId }, query: { status } }, { every: REFRESH_INTERVAL })}
        keyOf={({ id }) => id}
        columns={[
          { id: 'state', width: '9rem', render: ({ status }) => <StatusMark tone={TONES[status]}>{text(status)}</StatusMark> },
          {
            id: 'event',
            render: ({ id, eventType }, focus) => (
              <Link
                {...focus}
                from="/admin/webhooks/$webhookId"
                to="."
                search={(search) => ({ ...search, delivery: id })}
                resetScroll={false}
                title={eventType}
              >
                {eventType}
              </Link>
            ),
          },
          { id: 'triggered', width: '13.5rem', isWide: true, render: ({ triggeredAt }) => <TimeText at={triggeredAt} /> },
          { id: 'attempts', width: '7rem', align: 'end', isWide: true, render: ({ attempts }) => attempts },
          {
            id: 'answer',
            isWide: true,
            render: ({ response, statusMessage }) => <span title={statusMessage}>{statusMessage ?? response?.statusCode ?? '–'}</span>,
          },
        ]}
        empty={<EmptyState title={text('noDeliveries')} hint={text('noDeliveriesHint')} />}
      />
      {delivery !== undefined && (
        <DeliveryDialog
          path={{ id: webhookId, deliveryId: delivery }}
          onClose={() => void navigate({ search: (search) => ({ ...search, delivery: undefined }), resetScroll: false })}
        />
      )}
    </Card>
  );
}

function DeliveryDialog({ path, onClose }: { path: { id: string; deliveryId: string }; onClose: () => void }): ReactNode {
  const text = useText(webhookMessages);
  const { data, error } = useRead(
    'GET /api/v1/webhooks/{id}/deliveries/{deliveryId}',
    { path },
    { every: (body) => body?.status !== 'success' && REFRESH_INTERVAL },
  );
  const resend = useChange('POST /api/v1/webhooks/{id}/deliveries/{deliveryId}/actions/resend', {
    refreshes: [LIST],
    notice: text('resent'),
    onDone: onClose,
  });
  return (
    <ModalDialog title={data?.eventType ?? text('delivery')} onClose={onClose}>
      <ErrorNote error={error} />
      {data && <DeliveryParts delivery={data} />}
      <ErrorNote error={resend.error} />
      <div className="buttons">
        <ActionButton onPress={onClose}>{text('close')}</ActionButton>
        <ActionButton tone="main" isPending={resend.isPending} onPress={() => resend.mutate({ path })}>
          {text('resend')}
        </ActionButton>
      </div>
    </ModalDialog>
  );
}

const linesOf = (headers: Readonly<Record<string, string>> = {}): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

function DeliveryParts({ delivery }: { delivery: Schema<'WebhookDelivery'> }): ReactNode {
  const text = useText(webhookMessages);
  const { status, triggeredAt, attempts, nextAttemptAt, statusMessage, resentFrom, request, response, id } = delivery;
  return (
    <div className="dialog-parts">
      <FactList
        facts={[
          [
            text('state'),
            <StatusMark key="status" tone={TONES[status]}>
              {text(status)}
            </StatusMark>,
          ],
          [text('triggered'), <TimeText key="at" at={triggeredAt} />],
          [text('attempts'), String(attempts)],
          [text('next'), nextAttemptAt && <TimeText key="next" at={nextAttemptAt} />],
          [text('answer'), statusMessage],
          [text('resentFrom'), resentFrom && <code key="from">{resentFrom}</code>],
          [text('id'), <code key="id">{id}</code>],
        ]}
      />
      <h3>{text('lastRequest')}</h3>
      {request ? (
        <ScrollText
          label={text('lastRequest')}
        >{`POST ${request.url ?? ''}\n${linesOf(request.headers)}\n\n${JSON.stringify(request.body, undefined, 2)}`}</ScrollText>
      ) : (
        <p>{text('noRequest')}</p>
      )}
      <h3>{text('response')}</h3>
      {response ? (
        <ScrollText
          label={text('response')}
        >{`${response.statusCode ?? ''}\n${linesOf(response.headers)}\n\n${response.body ?? ''}`}</ScrollText>
      ) : (
        <p>{text('noResponse')}</p>
      )}
    </div>
  );
}
