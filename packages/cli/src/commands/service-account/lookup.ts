import { byName, nounOf } from '../../command-builders.ts';

/** How a command names a service account. */
export const serviceAccountNoun = nounOf(
  'service account',
  async (client) => (await client.call('GET /account/service-accounts')).body,
  byName,
);
