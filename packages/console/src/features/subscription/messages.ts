/** Messages of the page of the subscription. */
import { defineMessages } from '../../text/messages.ts';

/** Messages of the page of the subscription. */
export const subscriptionMessages = defineMessages('subscription', {
  tenant: 'Tenant',
  tenantName: 'Name of the tenant',
  tokens: 'Engine tokens',
  noEnd: 'No end',
  ofTotal: '{used} of {total}',
  unbounded: '{used}, without a limit',
  consumed: 'Tokens in use',
  license: 'License',
  support: 'Support',
  from: 'From',
  until: 'Until',
  applications: 'Applications',
  hosts: 'Addresses',
  'RE-GEN1': 'Remote engines, generation 1',
  'RE-GEN2': 'Remote engines',
  CLOUD: 'Cloud engines',
  'DYNAMIC-ENGINE-ENVIRONMENT': 'Environments of dynamic engines',
});
