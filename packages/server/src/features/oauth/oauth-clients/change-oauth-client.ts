import { endpoint } from '../../../core/http/endpoint.ts';
import { readPatch } from '../../../core/http/json-patch.ts';
import { lockClient } from './access.ts';
import { fieldsOfRow } from './client-row.ts';
import { impersonates, requireScopesHeld } from './grantable-scopes.ts';
import { CLIENT_PATCH, patchClient } from './patch-client.ts';
import { isTrusted, updateClient } from './queries.ts';
import { removeClientSecrets } from './secret-queries.ts';
import { addClientSecret } from './secrets.ts';

/**
 * Changes an OAuth client by JSON Patch. Only this answer contains a new secret.
 * @rule oauth-clients.change.secret
 */
export const changeOauthClient = endpoint('PATCH /api/v1/oauth-clients/{id}', {
  allow: 'SVC_OAUTH_CLIENT_MANAGEMENT',

  async run(call) {
    const { actor, tx, path, body } = call;
    const steps = readPatch(body, CLIENT_PATCH);
    const client = await lockClient(tx, actor, path.id);
    const fields = patchClient(fieldsOfRow(client), steps);
    const grantTypes = [...client.allowed_grant_types, ...fields.allowedGrantTypes];
    requireScopesHeld(actor, {
      name: client.name,
      scopes: [...client.allowed_scopes, ...fields.allowedScopes],
      asksPeople: !impersonates(grantTypes) && !(await isTrusted(tx, actor, client.id)),
    });

    await updateClient(tx, actor, client, fields, call.wordsSent);
    const usesSecrets = fields.allowedAuthMethods.includes('client_secret');
    if (usesSecrets === client.allowed_auth_methods.includes('client_secret')) return { status: 204 };
    await removeClientSecrets(tx, actor, client.id);
    if (!usesSecrets) return { status: 204 };
    const { secret } = await addClientSecret(call, client.id);
    return { status: 202, body: { clientSecret: secret } };
  },
});
