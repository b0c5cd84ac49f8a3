import { endpoint } from '../../../core/http/endpoint.ts';
import { selectServiceAccountCount } from './queries.ts';

/**
 * Counts the service accounts of the tenant.
 * @rule service-accounts.count.permission
 */
export const countServiceAccounts = endpoint('GET /account/service-accounts/count', {
  allow: { anyOf: ['SVC_SERVICE_ACCOUNT_MANAGEMENT', 'SVC_SUBSCRIPTION_MANAGEMENT'] },

  async run({ actor, tx }) {
    const { count } = await selectServiceAccountCount(tx, actor);
    return { status: 200, body: { tenantId: actor.tenant, count } };
  },
});
