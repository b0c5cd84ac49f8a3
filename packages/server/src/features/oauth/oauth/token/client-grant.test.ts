import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused } from '../../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../../test/support/server.ts';
import { askToken, askTokenByForm, basicHeader, createPublicClient, createTestClient } from '../clients/oauth.fixture.ts';

const server = await startTestServer();
const { call, count, make } = server;
const client = await createTestClient(server);
const auth = { client_id: client.id, client_secret: client.secret };
const forItself = { grant_type: 'client_credentials', ...auth };
const IMPERSONATE = 'urn:service:oauth:user-impersonation';
const botOf = async (id: string) => (await call('GET /api/v1/users', { query: { filter: `clientId eq "${id}"` } })).body.data[0];
const me = (token: string) => call('GET /account/me', { token });

test('oauth.token.client-credentials', async () => {
  const { status, body } = await askToken(server, forItself);
  assert.equal(status, 200, JSON.stringify(body));
  const { access_token: token, expires_at: expiresAt, ...rest } = body;
  assert.deepEqual(rest, { token_type: 'bearer', scope: 'user_default admin_classic', expires_in: 21_600 });
  assert.ok(Math.abs(Date.parse(expiresAt) - Date.now() - 21_600_000) < 60_000);
  const claims = JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString());
  assert.deepEqual([claims.client_id, claims.scope, claims.iss, claims.aud], [client.id, rest.scope, server.url, server.url]);
  assert.match(claims.jti, /^[0-9a-f-]{36}$/);
});

test('oauth.bots.first', async () => {
  const fresh = await createTestClient(server, { clientName: 'Nightly' });
  const before = await count('account', 'account_role');
  const answers = await Promise.all(
    Array.from({ length: 10 }, () =>
      askToken(server, { grant_type: 'client_credentials', client_id: fresh.id, client_secret: fresh.secret }),
    ),
  );
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
  const after = await count('account', 'account_role');
  assert.deepEqual(
    [Number(after['account']) - Number(before['account']), Number(after['account_role']) - Number(before['account_role'])],
    [1, 1],
  );
  const bot = await botOf(fresh.id);
  assert.equal((await me(answers[0]?.body.access_token)).body.id, bot.id);
  assert.deepEqual([bot.subject, bot.name, bot.clientId], [`servicebot\\${fresh.id}`, 'Nightly', fresh.id]);
});

test('users.bots.administrator', async () => {
  const token = (await askToken(server, { ...forItself, scope: 'admin_classic' })).body.access_token;
  assert.equal((await call('GET /api/v1/roles', { token })).status, 200);
  const { assignedRoles } = await botOf(client.id);
  assert.deepEqual(
    assignedRoles.map(({ name }: { name: string }) => name),
    ['TenantAdmin'],
  );
});

test('oauth.token.grants-allowed', async () => {
  const none = await createTestClient(server, { allowedGrantTypes: [] });
  const proof = { client_id: none.id, client_secret: none.secret };
  assertRefused(await askToken(server, { grant_type: 'client_credentials', ...proof }), 400, 'unauthorized_client');
  const person = await make.user({});
  const lookup = { field: 'userId', value: person.id };
  assertRefused(await askToken(server, { grant_type: IMPERSONATE, user_lookup: lookup, ...proof }), 400, 'unauthorized_client');
  const native = await createPublicClient(server);
  const ofNative = await askToken(server, { grant_type: 'client_credentials', client_id: native.id });
  assertRefused(ofNative, 400, 'unauthorized_client');
  assert.match(JSON.stringify(ofNative.body), /Only clients of the type web/, 'the advice can be followed');
  const removed = await createTestClient(server);
  await call('DELETE /api/v1/oauth-clients/{id}/connection-configs/me', { path: { id: removed.id } });
  assertRefused(
    await askToken(server, { grant_type: 'client_credentials', client_id: removed.id, client_secret: removed.secret }),
    400,
    'unauthorized_client',
  );
});

test('oauth.scopes.allowed', async () => {
  const narrow = await createTestClient(server, { allowedScopes: ['users', 'offline_access'] });
  const ask = (scope?: string) =>
    askToken(server, {
      grant_type: 'client_credentials',
      client_id: narrow.id,
      client_secret: narrow.secret,
      ...(scope !== undefined && { scope }),
    });
  assert.equal((await ask('users:read')).body.scope, 'users:read', 'a scope includes its parts');
  assert.equal((await ask('users users  users:read')).body.scope, 'users users:read');
  for (const scope of ['user_default', 'admin_classic', 'unknown', 'users admin_classic', 'Users'])
    assertRefused(await ask(scope), 400, 'invalid_scope');
  assertRefused(await ask('offline_access'), 400, 'invalid_scope');
  const words = await createTestClient(server, { allowedScopes: ['classic_service.svc_operator'] });
  const vendor = await askToken(server, {
    grant_type: 'client_credentials',
    client_id: words.id,
    client_secret: words.secret,
    scope: 'classic_talend.tmc_operator',
  });
  assert.equal(vendor.body.scope, 'classic_talend.tmc_operator', 'as it was asked for');
});

test('oauth.token.words', async () => {
  const published = await createTestClient(server, { allowedScopes: ['classic_talend.tmc_operator', 'user_default'] });
  const own = { client_id: published.id, client_secret: published.secret };
  const { body } = await askToken(server, { grant_type: 'client_credentials', ...own });
  assert.equal(body.scope, 'classic_talend.tmc_operator user_default', 'as the client was created');
  const { body: types } = await call('GET /api/v1/webhooks/event-types', { token: body.access_token });
  assert.ok(types.data[0].name.startsWith('com.qlik.'), 'all that the client hears');
  await call('PATCH /api/v1/oauth-clients/{id}', {
    path: { id: published.id },
    body: [{ op: 'replace', path: '/allowedGrantTypes', value: ['client_credentials'] }],
  });
  const refused = await askToken(server, {
    grant_type: 'urn:qlik:oauth:user-impersonation',
    ...own,
    user_lookup: { field: 'userId', value: 'x' },
  });
  assertRefused(refused, 400, 'unauthorized_client');
  assert.match(refused.body.error_description, /the grant type urn:qlik:oauth:user-impersonation/);
});

test('oauth.scopes.absent', async () => {
  assert.equal((await askToken(server, { ...forItself, scope: '' })).body.scope, 'user_default admin_classic');
  const none = await createTestClient(server, { allowedScopes: [] });
  assertRefused(
    await askToken(server, { grant_type: 'client_credentials', client_id: none.id, client_secret: none.secret }),
    400,
    'invalid_scope',
  );
});

test('oauth.token.impersonate', async () => {
  const person = await make.user({ permissions: ['SVC_OPERATOR'] });
  const { body: account } = await me(person.token);
  const ask = (lookup: unknown, more: object = {}) => askToken(server, { grant_type: IMPERSONATE, ...auth, user_lookup: lookup, ...more });
  for (const lookup of [
    { field: 'userId', value: person.id },
    { field: 'subject', value: account.login.toUpperCase() },
  ]) {
    const { status, body } = await ask(lookup, { scope: 'user_default' });
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(body.refresh_token, undefined);
    assert.equal((await me(body.access_token)).body.id, person.id);
    assert.deepEqual((await me(body.access_token)).body.permissions, ['SVC_OPERATOR']);
  }
  const form = {
    grant_type: 'urn:qlik:oauth:user-impersonation',
    ...auth,
    user_lookup: JSON.stringify({ field: 'userId', value: person.id }),
  };
  assert.equal((await askTokenByForm(server, form)).status, 200, 'the vendor name of the grant type, in a form');

  const stranger = await make.user({ tenant: await make.otherTenant() });
  await askToken(server, forItself);
  const bot = await botOf(client.id);
  for (const value of [stranger.id, bot.id, crypto.randomUUID(), 'x'])
    assertRefused(await ask({ field: 'userId', value }), 400, 'invalid_request');
  for (const lookup of [{ field: 'subject', value: 'nobody' }, { field: 'email', value: 'a' }, { value: 'a' }, {}])
    assert.equal((await ask(lookup)).status, 400, JSON.stringify(lookup));
  assertRefused(await askTokenByForm(server, { ...form, user_lookup: 'not JSON' }), 400, 'invalid_request');
  assertRefused(await askToken(server, { grant_type: IMPERSONATE, ...auth }), 400, 'invalid_request');
});

test('oauth.token.disabled: a disabled user, and a disabled bot', async () => {
  const person = await make.user({});
  await call('PATCH /api/v1/users/{id}', { path: { id: person.id }, body: [{ op: 'replace', path: '/status', value: 'disabled' }] });
  const lookup = { field: 'userId', value: person.id };
  assertRefused(await askToken(server, { grant_type: IMPERSONATE, ...auth, user_lookup: lookup }), 403, 'access_denied');

  const own = await createTestClient(server);
  const ask = () => askToken(server, { grant_type: 'client_credentials', client_id: own.id, client_secret: own.secret });
  const { access_token: token } = (await ask()).body;
  const { id } = await botOf(own.id);
  await call('PATCH /api/v1/users/{id}', { path: { id }, body: [{ op: 'replace', path: '/status', value: 'disabled' }] });
  assertRefused(await ask(), 403, 'access_denied');
  assert.equal((await me(token)).status, 401);
});

test('the request can be a form with HTTP Basic', async () => {
  const { status, body } = await askTokenByForm(server, { grant_type: 'client_credentials' }, basicHeader(client));
  assert.equal(status, 200, JSON.stringify(body));
});
