// run: own server because it sets MILLRACE_OAUTH_REGISTRATION and MILLRACE_TRUSTED_PROXIES
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../core/database/sql.ts';
import { runTimer } from '../../../../test/support/background.ts';
import { Browser } from '../../../../test/support/browser.ts';
import { assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer, type TestServer } from '../../../../test/support/server.ts';
import { askToken, codeFields, tokensFor } from './clients/oauth.fixture.ts';

const REGISTER = 'POST /oauth/register';
const READ = 'GET /api/v1/oauth-clients/{id}';
const TABLES = ['oauth_client', 'oauth_client_secret', 'oauth_connection_config'];
const server = await startTestServer({ MILLRACE_OAUTH_REGISTRATION: 'on', MILLRACE_TRUSTED_PROXIES: '127.0.0.1,::1' });
const { call, make, platform } = server;
const CALLBACK = 'https://report.example.com/callback';

let address = 0;
/** Registers from another address each time, because each has its limit. */
const sent = (body: object, from = `198.51.100.${(address += 1)}`) => ({ token: undefined, body, headers: { 'x-forwarded-for': from } });
const register = (body: object, from?: string) => call(REGISTER, sent({ redirect_uris: [CALLBACK], ...body }, from));
const refused = (body: object, status: number, code: string, from: TestServer = server) =>
  leavesNothing(from, REGISTER, sent({ redirect_uris: [CALLBACK], ...body }), status, code, ...TABLES);

test('oauth.register.metadata', async () => {
  const { body: metadata } = await call('GET /.well-known/oauth-authorization-server', { token: undefined });
  assert.equal(metadata.registration_endpoint, `${server.url}/oauth/register`);
  const { status, body } = await register({
    client_name: ' Notebook ',
    client_uri: 'https://notebook.example.com/',
    contacts: ['a@example.com'],
  });
  assert.equal(status, 201, JSON.stringify(body));
  const { client_id: id, client_secret: secret, client_id_issued_at: issued, ...rest } = body;
  assert.deepEqual(rest, {
    client_secret_expires_at: 0,
    client_name: 'Notebook',
    client_uri: 'https://notebook.example.com/',
    redirect_uris: [CALLBACK],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'client_secret_basic',
    scope: 'user_default offline_access',
  });
  assert.ok(Math.abs(issued - Date.now() / 1000) < 60);
  const { body: seen } = await call(READ, { path: { id } });
  assert.deepEqual([seen.appType, seen.createdByType, seen.ownerId, seen.connectionConfig.consentMethod], ['web', 'dcr', id, 'required']);
  const listed = await call('GET /api/v1/oauth-clients', { query: { filter: 'createdByType eq "dcr"' } });
  assert.deepEqual(
    listed.body.data.map(({ clientId }: { clientId: string }) => clientId),
    [id],
  );
  const person = await make.user();
  assert.match((await tokensFor(server, { id, secret }, person.id)).access_token, /^eyJ/);
  assertRefused(
    await askToken(server, { grant_type: 'client_credentials', client_id: id, client_secret: secret }),
    400,
    'unauthorized_client',
  );

  const native = await register({ token_endpoint_auth_method: 'none', redirect_uris: ['http://127.0.0.1/callback'] });
  assert.deepEqual([native.status, 'client_secret' in native.body, native.body.client_name], [201, false, 'Registered client']);
  assert.equal((await call(READ, { path: { id: native.body.client_id } })).body.appType, 'native');
  assertRefused(await askToken(server, { ...codeFields({ id: native.body.client_id, secret: 'x' }, 'mrk_x') }), 401, 'invalid_client');

  for (const uri of [
    'http://report.example.com/',
    'javascript:alert(1)',
    'https://report.example.com/#a',
    'https://a@report.example.com/',
    'http://127.0.0.1/',
  ])
    assert.equal((await refused({ redirect_uris: [uri] }, 400, 'invalid_redirect_uri')).body.error, 'invalid_redirect_uri');
  await refused({ grant_types: ['client_credentials'] }, 400, 'invalid_client_metadata');
  await refused({ response_types: ['token'] }, 400, 'invalid_client_metadata');
  for (const wrong of [
    { redirect_uris: [] },
    { redirect_uris: 'x' },
    { token_endpoint_auth_method: 'private_key_jwt' },
    { client_uri: 'ftp://a' },
  ])
    await refused(wrong, 400, 'malformed_request');
});

test('oauth.register.scopes', async () => {
  const scopeOf = async (scope: string): Promise<string> => (await register({ scope })).body.scope;
  assert.equal(await scopeOf(''), 'user_default offline_access');
  assert.equal(
    await scopeOf('openid admin_classic users:read offline_access admin.users classic_service.svc_user_management'),
    'users:read offline_access',
  );
  for (const scope of ['openid', 'admin_classic', 'toString']) await refused({ scope }, 400, 'invalid_client_metadata');
});

test('oauth.register.limit', async () => {
  const statuses: number[] = [];
  for (let time = 0; time < 12; time += 1) statuses.push((await register({}, '203.0.113.1')).status);
  assert.deepEqual([statuses.slice(0, 10).every((status) => status === 201), statuses.includes(429)], [true, true], String(statuses));
  assert.equal((await register({}, '203.0.113.2')).status, 201, 'another address');
  await platform.db.writer.rows(sql`
    insert into oauth_client (
      id, tenant_id, owner_id, app_type, name, redirect_uris, allowed_origins, allowed_scopes, allowed_grant_types, allowed_auth_methods, public_keys,
      created_by_type)
    select gen_random_uuid(), tenant_id, owner_id, 'web', 'Waiting', '{}', '{}', '{}', '{}', '{}', '[]', 'dcr'
    from oauth_client, generate_series(1, 1000)
    where created_by_type = 'dcr'`);
  await refused({}, 429, 'too_many_requests');
  await platform.db.writer.rows(sql`delete from oauth_client where name = 'Waiting'`);
});

test('oauth.register.unused', async () => {
  const person = await make.user();
  const [fresh, used, unused] = [await register({}), await register({}), await register({})].map(({ body }) => body.client_id);
  const own = await call('POST /api/v1/oauth-clients', { body: { appType: 'web', clientName: 'Kept' } });
  await platform.db.writer.rows(sql`
    insert into oauth_consent (client_id, tenant_id, account_id, scopes)
    values (${used}, ${await make.tenant()}, ${person.id}, '{user_default}')`);
  await platform.db.writer.rows(sql`
    update oauth_client
    set created_at = now() - interval '61 minutes'
    where id = any (${[used, unused, own.body.clientId]}::uuid[])`);
  await runTimer(platform, 'forget-unused-clients');
  const status = async (id: string): Promise<number> => (await call(READ, { path: { id } })).status;
  assert.deepEqual([await status(fresh), await status(used), await status(unused), await status(own.body.clientId)], [200, 200, 404, 200]);
});

test('oauth.authorize.registered', async () => {
  const { body: registered } = await register({});
  const { body: own } = await call('POST /api/v1/oauth-clients', {
    body: { appType: 'web', clientName: 'Own', redirectUris: [CALLBACK], allowedScopes: ['user_default'] },
  });
  const authorize = (client: string, scope: string, headers = {}) => {
    const parameters = { client_id: client, redirect_uri: CALLBACK, response_type: 'code', state: 's', scope };
    const proof = { code_challenge_method: 'S256', code_challenge: 'a'.repeat(43) };
    const address = `${server.url}/oauth/authorize?${new URLSearchParams({ ...parameters, ...proof })}`;
    return fetch(address, { redirect: 'manual', headers });
  };
  const refused = await authorize(registered.client_id, 'unknown');
  assert.deepEqual([refused.status, refused.headers.get('location')], [400, null]);
  const trusted = await authorize(own.clientId, 'unknown');
  assert.deepEqual([trusted.status, trusted.headers.get('location')?.startsWith(CALLBACK)], [302, true]);
  const valid = await authorize(registered.client_id, 'user_default');
  assert.deepEqual([valid.status, valid.headers.get('location')?.startsWith('/login')], [302, true]);
  const person = await make.person();
  const browser = new Browser(server.url);
  await browser.signIn(person.login, person.password);
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const after = await authorize(registered.client_id, 'unknown', { cookie });
  assert.deepEqual([after.status, after.headers.get('location')?.startsWith(CALLBACK)], [302, true]);
});

test('oauth.register.tenant', async () => {
  await make.otherTenant();
  await refused({}, 403, 'access_denied');
});

test('oauth.register.setting', async () => {
  const off = await startTestServer();
  await refused({}, 404, 'route_unknown', off);
});
