import { newId } from '../../../core/base/id.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { subscribeTo } from '../outbox/index.ts';
import { holdNamedObject } from './access.ts';
import { toNotificationSubscriptionJson } from './json.ts';
import { kindOf, type NotificationName } from './kinds.ts';
import { insertSubscription, lockSubscriber, removeSubscriptions, selectSubscriptions } from './queries.ts';
import { requireValidSubscription } from './rules.ts';
import { selectTransportsOfAccount } from './transport-queries.ts';
import { addressedOf, replaceTransports, sendsMails } from './transports.ts';

/** Replaces the notification subscriptions of the caller. */
export const replaceNotificationSubscriptions = endpoint('PUT /api/v1/notifications/subscriptions', {
  allow: 'signed-in',

  async run({ actor, tx, body, secrets, mail }) {
    const sent = body.data.map((subscription, index) => ({ subscription, place: `body.data.${index}` }));
    for (const { subscription, place } of sent) requireValidSubscription(subscription, place);
    await lockSubscriber(tx, actor);
    for (const { subscription, place } of sent) await holdNamedObject(tx, actor, subscription, place);
    for (const { subscription } of sent)
      sendsMails(
        mail,
        subscription.transports.some(({ type }) => type === 'email'),
      );

    const known = await selectTransportsOfAccount(tx, actor.id);
    await removeSubscriptions(tx, actor);
    for (const { subscription, place } of sent) {
      const id = newId();
      await insertSubscription(tx, actor, id, subscription);
      const addressed = addressedOf(subscription.transports);
      await replaceTransports({ tx, secrets }, { subscription: id }, addressed, { known, place: `${place}.transports` });
    }
    const types = new Set(sent.flatMap(({ subscription }) => kindOf(subscription.kind as NotificationName).event?.type ?? []));
    await subscribeTo(tx, { tenant: actor.tenant, kind: 'notification', id: actor.id }, [...types]);
    const rows = await selectSubscriptions(tx, [actor.id]);
    return { status: 200, body: { data: rows.map(toNotificationSubscriptionJson) } };
  },
});
