/** Messages of the page of the subscription. */
import { defineMessages } from '../../text/messages.ts';

/** Messages of the page of the subscription. */
export const subscriptionMessages = defineMessages({
  tenant: ['Tenant', 'Mandant'],
  tenantName: ['Name of the tenant', 'Name des Mandanten'],
  tokens: ['Engine tokens', 'Engine-Tokens'],
  noEnd: ['No end', 'Ohne Ende'],
  ofTotal: ['{used} of {total}', '{used} von {total}'],
  unbounded: ['{used}, without a limit', '{used}, ohne Grenze'],
  consumed: ['Tokens in use', 'Benutzte Tokens'],
  license: ['License', 'Lizenz'],
  support: ['Support', 'Support'],
  from: ['From', 'Von'],
  until: ['Until', 'Bis'],
  applications: ['Applications', 'Anwendungen'],
  hosts: ['Addresses', 'Adressen'],
  'RE-GEN1': ['Remote engines, generation 1', 'Remote Engines, Generation 1'],
  'RE-GEN2': ['Remote engines', 'Remote Engines'],
  CLOUD: ['Cloud engines', 'Cloud-Engines'],
  'DYNAMIC-ENGINE-ENVIRONMENT': ['Environments of dynamic engines', 'Umgebungen dynamischer Engines'],
});
