import { newId } from '../../../core/base/id.ts';
import { readRecord } from '../../../core/http/cursor-lists.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { fieldsOf } from './client-row.ts';
import { impersonates, requireScopesHeld } from './grantable-scopes.ts';
import { insertClient, setConsent } from './queries.ts';
import { clientsFor } from './records.ts';
import { requireValidClient, supportsConsent } from './rules.ts';
import { addClientSecret } from './secrets.ts';

/**
 * Creates an OAuth client. Only this answer contains its secret.
 * @rule oauth-clients.create.role
 * @rule oauth-clients.create.secret
 */
export const createOauthClient = endpoint('POST /api/v1/oauth-clients', {
  allow: 'SVC_OAUTH_CLIENT_MANAGEMENT',

  async run(call) {
    const { actor, tx, body } = call;
    const fields = fieldsOf(body);
    requireValidClient(fields);
    const { consentMethod = 'required' } = body.connectionConfig ?? {};
    requireScopesHeld(actor, {
      name: fields.clientName,
      scopes: fields.allowedScopes,
      asksPeople: !impersonates(fields.allowedGrantTypes) && consentMethod !== 'trusted',
    });
    if (body.connectionConfig) supportsConsent(body.appType);

    const id = newId();
    await insertClient(tx, actor, id, fields, call.wordsSent);
    await setConsent(tx, actor, id, consentMethod);
    const { secret, hint } = await addClientSecret(call, id);
    return { status: 201, body: { ...(await readRecord(call, clientsFor(actor), id)), clientSecret: secret, clientSecretHint: hint } };
  },
});
