import { newId } from '../../../core/base/id.ts';
import { readRecord } from '../../../core/http/cursor-lists.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { fieldsOf } from './client-row.ts';
import { mayGrantScopes } from './grantable-scopes.ts';
import { insertClient, setConsent } from './queries.ts';
import { clientsFor } from './records.ts';
import { isValidClient, supportsConsent } from './rules.ts';
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
    isValidClient(fields);
    mayGrantScopes(actor, fields.allowedScopes);
    if (body.connectionConfig) supportsConsent(body.appType);

    const id = newId();
    await insertClient(tx, actor, id, fields);
    await setConsent(tx, actor, id, body.connectionConfig?.consentMethod ?? 'required');
    const { secret, hint } = await addClientSecret(call, id);
    return { status: 201, body: { ...(await readRecord(call, clientsFor(actor), id)), clientSecret: secret, clientSecretHint: hint } };
  },
});
