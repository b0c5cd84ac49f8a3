import { endpoint } from '../../../core/http/endpoint.ts';
import { lockClient } from './access.ts';
import { impersonates, requireScopesHeld } from './grantable-scopes.ts';
import { isTrusted } from './queries.ts';
import { selectHints } from './secret-queries.ts';
import { addClientSecret, acceptsAnotherClientSecret, usesClientSecrets } from './secrets.ts';

/** Adds a secret to an OAuth client. Only this answer contains it. */
export const createOauthClientSecret = endpoint('POST /api/v1/oauth-clients/{id}/client-secrets', {
  allow: 'SVC_OAUTH_CLIENT_MANAGEMENT',

  async run(call) {
    const { actor, tx, path } = call;
    const client = await lockClient(tx, actor, path.id);
    requireScopesHeld(actor, {
      name: client.name,
      scopes: client.allowed_scopes,
      asksPeople: !impersonates(client.allowed_grant_types) && !(await isTrusted(tx, actor, client.id)),
    });
    usesClientSecrets(client);
    acceptsAnotherClientSecret(await selectHints(tx, client.id));

    const { secret, hint, createdAt } = await addClientSecret(call, client.id);
    return {
      status: 201,
      body: { clientId: client.id, clientSecret: secret, hint, createdAt: createdAt.toISOString(), createdBy: actor.id },
    };
  },
});
