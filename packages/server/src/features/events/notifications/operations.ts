import { newId } from '../../../core/base/id.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { subscribeTo } from '../outbox/index.ts';
import { toNotificationJson, toNotificationSubscriptionJson } from './json.ts';
import { insertSubscription, lockOwnAccount, removeSubscriptions, requireNamedObject, selectSubscriptions } from './rows.ts';
import { isSubscribable, kindOf, localeOf, NOTIFICATION_KINDS, type NotificationName } from './kinds.ts';
import { requireValidSubscription } from './rules.ts';
import { addressedOf, replaceTransports, selectTransportsOfAccount, requireMailServer } from './transports.ts';

/**
 * Lists the kinds of notifications.
 * @rule notifications.list.filters
 */
export const listNotifications = endpoint('GET /api/v1/notifications', {
  allow: 'signed-in',

  run({ query }) {
    const locale = localeOf(query.locale);
    const wanted = (filter: string | undefined, value: boolean): boolean => filter === undefined || filter === String(value);
    const names = (Object.keys(NOTIFICATION_KINDS) as NotificationName[]).filter(
      (name) => wanted(query.subscribable, isSubscribable(name)) && wanted(query.manageableInHub, isSubscribable(name)),
    );
    return Promise.resolve({ status: 200 as const, body: { notifications: names.map((name) => toNotificationJson(name, locale)) } });
  },
});

/** Lists the notification subscriptions of the caller. */
export const listNotificationSubscriptions = endpoint('GET /api/v1/notifications/subscriptions', {
  allow: 'signed-in',

  async run({ actor, tx }) {
    const rows = await selectSubscriptions(tx, [actor.id]);
    return { status: 200, body: { data: rows.map(toNotificationSubscriptionJson) } };
  },
});

/** Replaces the notification subscriptions of the caller. */
export const replaceNotificationSubscriptions = endpoint('PUT /api/v1/notifications/subscriptions', {
  allow: 'signed-in',

  async run({ actor, tx, body, secrets, settings: { mail } }) {
    const sent = body.data.map((subscription, index) => ({ subscription, place: `body.data.${index}` }));
    for (const { subscription, place } of sent) requireValidSubscription(subscription, place);
    await lockOwnAccount(tx, actor);
    for (const { subscription, place } of sent) await requireNamedObject(tx, actor, subscription, place);
    for (const { subscription } of sent)
      requireMailServer(
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
