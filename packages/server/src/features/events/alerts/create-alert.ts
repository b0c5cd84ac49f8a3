import { newId } from '../../../core/base/id.ts';
import { readRecord } from '../../../core/http/cursor-lists.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { addressedOf, holdNamedObject, replaceTransports } from '../notifications/index.ts';
import { checkRecipients } from './check-recipients.ts';
import { countAlerts, insertAlert } from './queries.ts';
import { ALERTS } from './records.ts';
import { requireBounds, requireRoomForAlert, requireTarget } from './rules.ts';
import { subscribeOwner } from './subscribe.ts';

/**
 * Creates an alert rule.
 * @rule alerts.create.right
 */
export const createAlert = endpoint('POST /api/v1/alerts', {
  allow: 'signed-in',

  async run(call) {
    const { actor, tx, body } = call;
    requireTarget(body);
    requireBounds(body);
    await holdNamedObject(tx, actor, body, 'body');
    await checkRecipients(call, body);
    requireRoomForAlert(await countAlerts(tx, actor));

    const id = newId();
    await insertAlert(tx, actor, id, body);
    await replaceTransports(call, { rule: id }, addressedOf(body.recipients.transports ?? []), { place: 'body.recipients.transports' });
    await subscribeOwner(tx, actor);
    return { status: 201, body: await readRecord(call, ALERTS, id) };
  },
});
