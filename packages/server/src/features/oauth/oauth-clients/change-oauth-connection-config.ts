import { endpoint } from '../../../core/http/endpoint.ts';
import { readPatch } from '../../../core/http/json-patch.ts';
import { lockVisibleClient } from './access.ts';
import { requireScopesHeld } from './grantable-scopes.ts';
import { setConsent } from './queries.ts';
import { requireNotDeleted, supportsConsent } from './rules.ts';

/**
 * Allows people of the own tenant to use an OAuth client, with or without their consent.
 * @rule oauth-clients.consent.own
 */
export const changeOauthConnectionConfig = endpoint('PATCH /api/v1/oauth-clients/{id}/connection-configs/me', {
  allow: 'SVC_OAUTH_CLIENT_MANAGEMENT',

  async run({ actor, tx, path, body }) {
    const steps = readPatch(body, { '/consentMethod': { ops: ['replace'], value: 'ConsentMethod' } });
    const client = await lockVisibleClient(tx, actor, path.id);
    requireNotDeleted(client);
    supportsConsent(client.app_type);
    if (steps.some(({ value }) => value === 'trusted'))
      requireScopesHeld(actor, { name: client.name, scopes: client.allowed_scopes, asksPeople: false });

    for (const { value } of steps) await setConsent(tx, actor, client.id, value);
    return { status: 204 };
  },
});
