import { endpoint } from '../../../core/http/endpoint.ts';
import { toSubscriptionJson } from './json.ts';
import { selectUsage } from './queries.ts';

/** Reads what the tenant of the caller may use and what it uses. */
export const getSubscription = endpoint('GET /account/subscription', {
  allow: 'SVC_SUBSCRIPTION_MANAGEMENT',

  async run({ actor, tx, limits }) {
    return { status: 200, body: toSubscriptionJson(await selectUsage(tx, actor), limits) };
  },
});
