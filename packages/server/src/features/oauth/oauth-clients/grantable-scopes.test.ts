import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer, type Answer } from '../../../../test/support/server.ts';
import { askToken, createTestClient } from '../oauth/clients/oauth.fixture.ts';

const CREATE = 'POST /api/v1/oauth-clients';
const CHANGE = 'PATCH /api/v1/oauth-clients/{id}';
const SECRET = 'POST /api/v1/oauth-clients/{id}/client-secrets';
const CONSENT = 'PATCH /api/v1/oauth-clients/{id}/connection-configs/me';
const DELETE = 'DELETE /api/v1/oauth-clients/{id}';
const server = await startTestServer();
const { call, make } = server;
const TABLES = ['oauth_client', 'oauth_client_secret', 'oauth_connection_config'];
const OPERATOR = 'classic_service.svc_operator';

test('oauth-clients.all.no-escalation', async () => {
  const { token } = await make.user({ permissions: ['SVC_OAUTH_CLIENT_MANAGEMENT', 'SVC_OPERATOR'] });
  const client = (allowedScopes: string[], more: object = {}) => ({ appType: 'web', clientName: 'Mine', allowedScopes, ...more });
  const all = { allowedGrantTypes: ['client_credentials'] };
  for (const scope of ['admin_classic', 'user_default', 'classic_service.svc_user_management', 'admin.ip-policies', 'users:read', 'users'])
    for (const more of [{}, all])
      await leavesNothing(server, CREATE, { token, body: client([OPERATOR, scope], more) }, 403, 'scopes_not_held', ...TABLES);
  const answer = await call(CREATE, { token, body: client([OPERATOR, 'offline_access', 'identity.name:read'], all) });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  const { clientId: id, clientSecret: secret } = answer.body;
  const path = { id };
  const widened = [{ op: 'add', path: '/allowedScopes', value: 'admin_classic' }];
  await leavesNothing(server, CHANGE, { token, path, body: widened }, 403, 'scopes_not_held', ...TABLES);
  assert.deepEqual((await call('GET /api/v1/oauth-clients/{id}', { path })).body.allowedScopes, [
    OPERATOR,
    'offline_access',
    'identity.name:read',
  ]);
  assert.equal((await call(CHANGE, { token, path, body: [{ op: 'add', path: '/description', value: 'x' }] })).status, 204);
  assert.equal((await call(SECRET, { token, path })).status, 201);
  const bot = await askToken(server, { grant_type: 'client_credentials', client_id: id, client_secret: secret });
  assert.deepEqual((await call('GET /account/me', { token: bot.body.access_token })).status, 403, 'its scopes limit the bot');

  // A client of an administrator: the caller cannot open any way to use it.
  const strong = { id: (await createTestClient(server)).id };
  const changes: [string, object | undefined][] = [
    [CHANGE, [{ op: 'replace', path: '/redirectUris', value: 'https://mine.example.com/' }]],
    [CHANGE, [{ op: 'add', path: '/jwksUri', value: 'https://mine.example.com/' }]],
    [CHANGE, [{ op: 'replace', path: '/allowedScopes', value: OPERATOR }]],
    [CHANGE, [{ op: 'remove', path: '/description' }]],
    [SECRET, undefined],
    [CONSENT, [{ op: 'replace', path: '/consentMethod', value: 'trusted' }]],
  ];
  for (const [route, body] of changes)
    await leavesNothing(server, route, { token, path: strong, ...(body && { body }) }, 403, 'scopes_not_held', ...TABLES);
  assert.equal(
    (await call(CONSENT, { token, path: strong, body: [{ op: 'replace', path: '/consentMethod', value: 'required' }] })).status,
    204,
  );
  assert.equal((await call(DELETE, { token, path: strong, headers: { 'service-confirm-delete': strong.id } })).status, 204);
});

test('oauth-clients.all.no-escalation: a client that asks nobody gives all rights on workspaces', async () => {
  const MANAGING = ['SVC_OAUTH_CLIENT_MANAGEMENT', 'SVC_OPERATOR'] as const;
  const [{ token }, full] = [
    await make.user({ permissions: MANAGING }),
    await make.user({ permissions: [...MANAGING, 'SVC_ENVIRONMENT_MANAGEMENT'] }),
  ];
  const trusting = [{ op: 'replace', path: '/consentMethod', value: 'trusted' }];
  const impersonating = { allowedGrantTypes: ['urn:service:oauth:user-impersonation'] };
  const client = (more: object = {}) => ({ appType: 'web', clientName: 'Mine', allowedScopes: [OPERATOR], ...more });
  const refuses = async (route: string, sent: object): Promise<void> => {
    const { body } = await leavesNothing(server, route, { ...sent, token }, 403, 'scopes_not_held', ...TABLES);
    assert.match(body.errors[0].detail, /\(SVC_ENVIRONMENT_MANAGEMENT\)/);
  };
  for (const more of [impersonating, { connectionConfig: { consentMethod: 'trusted' } }]) {
    await refuses(CREATE, { body: client(more) });
    const { status, body } = await call(CREATE, { token: full.token, body: client(more) });
    assert.equal(status, 201, JSON.stringify(body));
    const path = { id: body.clientId };
    await refuses(SECRET, { path });
    await refuses(CHANGE, { path, body: [{ op: 'add', path: '/description', value: 'x' }] });
    assert.equal((await call(SECRET, { token: full.token, path })).status, 201);
  }
  const { body: asking } = await call(CREATE, { token, body: client() });
  const path = { id: asking.clientId };
  await refuses(CONSENT, { path, body: trusting });
  await refuses(CHANGE, { path, body: [{ op: 'add', path: '/allowedGrantTypes', value: 'urn:service:oauth:user-impersonation' }] });
  assert.equal((await call(CONSENT, { token: full.token, path, body: trusting })).status, 204);
});

test('users.bots.ends', async () => {
  const [client, other] = [await createTestClient(server), await createTestClient(server)];
  const tokenOf = ({ id, secret }: typeof client): Promise<Answer> =>
    askToken(server, { grant_type: 'client_credentials', client_id: id, client_secret: secret });
  const { access_token: token } = (await tokenOf(client)).body;
  await tokenOf(other);
  const { body: personal } = await call('POST /account/personal-access-tokens', { token, body: { name: 'kept by the bot' } });
  assert.equal((await call('GET /account/me', { token: personal.token })).status, 200);
  const statusOf = async ({ id }: { id: string }): Promise<string[]> =>
    (await call('GET /api/v1/users', { query: { filter: `clientId eq "${id}"` } })).body.data.map(
      ({ status }: { status: string }) => status,
    );
  assert.deepEqual([await statusOf(client), await statusOf(other)], [['active'], ['active']]);
  assert.equal((await call(DELETE, { path: { id: client.id }, headers: { 'service-confirm-delete': other.id } })).status, 400);
  assert.deepEqual(await statusOf(client), ['active'], 'a refused deletion disables nothing');
  assert.equal((await call(DELETE, { path: { id: client.id }, headers: { 'service-confirm-delete': client.id } })).status, 204);
  assert.deepEqual([await statusOf(client), await statusOf(other)], [['disabled'], ['active']]);
  for (const ended of [token, personal.token]) assertRefused(await call('GET /account/me', { token: ended }), 401, 'not_signed_in');
});
