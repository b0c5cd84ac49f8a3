import { neutralWord } from '@millrace/contract';
import { and, sql } from '../../../core/database/sql.ts';
import { listRecords } from '../../../core/http/cursor-lists.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { findWebhook } from './access.ts';
import { deliveriesOf, deliveryStatus } from './delivery-records.ts';

/** Lists the deliveries of a webhook: those with an attempt, unless the caller asks for waiting ones. */
export const listWebhookDeliveries = endpoint('GET /api/v1/webhooks/{id}/deliveries', {
  allow: 'signed-in',
  transaction: 'read only',

  async run(call) {
    const webhook = await findWebhook(call.tx, call.actor, call.path.id);
    const { sort, limit, next, prev, status, eventType } = call.query;
    const conditions = [
      status === undefined ? sql`${deliveryStatus} <> 'waiting'` : sql`${deliveryStatus} = ${status}`,
      ...(eventType === undefined ? [] : [sql`d.event_type = ${neutralWord(eventType)}`]),
    ];
    return listRecords(
      call,
      deliveriesOf(webhook),
      { sort, limit, next, prev },
      { only: and(conditions), parameters: { status, eventType } },
    );
  },
});
