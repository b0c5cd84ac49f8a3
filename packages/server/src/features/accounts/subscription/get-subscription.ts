import { endpoint } from '../../../core/http/endpoint.ts';
import { toSubscriptionJson } from './json.ts';
import { selectUsage } from './queries.ts';

/** Reads the limits of the caller's tenant and its usage. */
export const getSubscription = endpoint('GET /account/subscription', {
  allow: 'SVC_SUBSCRIPTION_MANAGEMENT',

  async run({ actor, tx, limits }) {
    return { status: 200, body: toSubscriptionJson(await selectUsage(tx, actor), limits) };
  },
});
