import { endpoint } from '../../../core/http/endpoint.ts';
import { toNotificationSubscriptionJson } from './json.ts';
import { selectSubscriptions } from './queries.ts';

/** Lists the notification subscriptions of the caller. */
export const listNotificationSubscriptions = endpoint('GET /api/v1/notifications/subscriptions', {
  allow: 'signed-in',

  async run({ actor, tx }) {
    const rows = await selectSubscriptions(tx, [actor.id]);
    return { status: 200, body: { data: rows.map(toNotificationSubscriptionJson) } };
  },
});
