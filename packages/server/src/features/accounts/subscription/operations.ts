import type { Schema } from '@millrace/contract';
import type { Limits } from '../../../core/base/limits.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { selectUsage, type UsageRow } from './rows.ts';

/** Reads the limits of the caller's tenant and its usage. */
export const getSubscription = endpoint('GET /account/subscription', {
  allow: 'SVC_SUBSCRIPTION_MANAGEMENT',

  async run({ actor, tx, settings: { limits } }) {
    return { status: 200, body: toSubscriptionJson(await selectUsage(tx, actor), limits) };
  },
});

/** The number that the report shows where there is no limit. */
const UNLIMITED = 2 ** 31 - 1;

/**
 * Converts the usage of a tenant to Subscription; `limits` has the allowed numbers of users and service accounts.
 * @rule subscription.get.current
 */
const toSubscriptionJson = (usage: UsageRow, limits: Pick<Limits, 'users' | 'serviceAccounts'>): Schema<'Subscription'> => ({
  startDate: usage.start_date,
  endDate: '9999-12-31',
  licenseType: 'Apache-2.0',
  applications: ['Management Console'],
  supportLevel: 'Community',
  tokensStatus: { total: UNLIMITED, consumed: usage.remote_engines + usage.built_in_engines + usage.dynamic_environments },
  enginesStatus: [
    { type: 'RE-GEN1', consumed: 0 },
    { type: 'RE-GEN2', consumed: usage.remote_engines },
    { type: 'CLOUD', consumed: usage.built_in_engines },
    { type: 'DYNAMIC-ENGINE-ENVIRONMENT', consumed: usage.dynamic_environments },
  ],
  seats: [
    { application: 'Management Console', maxUsers: limits.users, currentUsers: usage.users },
    { application: 'Service Accounts', maxUsers: limits.serviceAccounts, currentUsers: usage.service_accounts },
  ],
});
