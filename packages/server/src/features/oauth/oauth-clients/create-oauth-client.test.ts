import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PERMISSIONS } from '@millrace/contract';
import { sql } from '../../../core/database/sql.ts';
import { changesRows, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer, type Answer } from '../../../../test/support/server.ts';
import { ecKey, rsaKey } from './keys.fixture.ts';

const CREATE = 'POST /api/v1/oauth-clients';
const READ = 'GET /api/v1/oauth-clients/{id}';
const server = await startTestServer();
const { call, make, platform } = server;
const TABLES = ['oauth_client', 'oauth_client_secret', 'oauth_connection_config'];

const web = (fields: object = {}) => ({ appType: 'web', clientName: 'Report', ...fields });
const create = (body: object): Promise<Answer> => call(CREATE, { body });
const refused = (body: object): Promise<Answer> => leavesNothing(server, CREATE, { body }, 400, 'malformed_request', ...TABLES);
const read = async (id: string) => (await call(READ, { path: { id } })).body;

test('creates a client, and reads it', async () => {
  const body = {
    appType: 'web',
    clientName: ' Report ',
    description: 'Prints reports',
    logoUri: 'https://report.example.com/logo.png',
    clientUri: 'http://report.example.com/',
    jwksUri: 'https://report.example.com/jwks.json',
    redirectUris: ['https://report.example.com/callback?from=millrace'],
    allowedScopes: ['user_default', 'classic_service.svc_operator'],
    allowedGrantTypes: ['client_credentials'],
    allowedAuthMethods: ['client_secret', 'private_key_jwt'],
    publicKeys: [rsaKey('rsa'), ecKey('ec')],
    connectionConfig: { consentMethod: 'trusted' },
  };
  const { status, body: created } = await create(body);
  assert.equal(status, 201, JSON.stringify(created));
  const { clientSecret: _secret, clientSecretHint, ...shown } = created;
  assert.deepEqual(await read(created.clientId), shown);
  const { clientId: _id, createdAt, updatedAt, ownerId, tenantId, clientSecrets, ...rest } = shown;
  assert.deepEqual(rest, {
    ...body,
    clientName: 'Report',
    allowedOrigins: [],
    createdByType: 'user',
    connectionConfig: { consentMethod: 'trusted', status: 'approved', deletedByOwner: false },
  });
  assert.deepEqual([ownerId, tenantId, updatedAt], [await make.administrator(), await make.tenant(), createdAt]);
  assert.deepEqual(clientSecrets, [{ hint: clientSecretHint, createdAt, createdBy: ownerId }]);
});

test('a client without further fields has a secret, no scopes, and asks for consent', async () => {
  await changesRows(server, { oauth_client: 1, oauth_client_secret: 1, oauth_connection_config: 1 }, async () => {
    const { body } = await create({ appType: 'native', clientName: 'Small', description: null, redirectUris: null });
    assert.deepEqual(
      [body.allowedAuthMethods, body.allowedScopes, body.redirectUris, body.connectionConfig.consentMethod, 'description' in body],
      [['client_secret'], [], [], 'required', false],
    );
  });
});

test('oauth-clients.create.role', async () => {
  const weak = await make.user({ permissions: PERMISSIONS.filter((one) => one !== 'SVC_OAUTH_CLIENT_MANAGEMENT') });
  await leavesNothing(server, CREATE, { token: weak.token, body: web() }, 403, 'forbidden', ...TABLES);
  const { body: roles } = await call('GET /account/roles', { query: { limit: 100 } });
  const holders = roles.filter(({ permissions }: { permissions: string[] }) => permissions.includes('SVC_OAUTH_CLIENT_MANAGEMENT'));
  assert.deepEqual(
    holders.map(({ name }: { name: string }) => name),
    ['TenantAdmin'],
  );
  const { token } = await make.user({ permissions: ['SVC_OAUTH_CLIENT_MANAGEMENT'] });
  assert.equal((await call(CREATE, { token, body: web() })).status, 201);
});

test('oauth-clients.create.secret', async () => {
  const { body } = await create(web());
  assert.match(body.clientSecret, /^mro_[\w-]{43}$/);
  assert.equal(body.clientSecretHint, body.clientSecret.slice(-5));
  const stored = await platform.db.reader.only<{ hash: Buffer }>(sql`
    select hash
    from oauth_client_secret
    where client_id = ${body.clientId}`);
  assert.ok(stored.hash.equals(platform.identity.tokens.hash(body.clientSecret)));
  assert.ok(!JSON.stringify(await read(body.clientId)).includes(body.clientSecret));
  const { body: log } = await call('GET /security/audit/logs', { query: { size: 1 } });
  assert.equal(log[0].eventCategory, 'oauth client');
  assert.ok(!JSON.stringify(log).includes(body.clientSecret));
});

test('oauth-clients.create.origins', async () => {
  const allowedOrigins = ['https://report.example.com'];
  for (const appType of ['web', 'native', 'anonymous-embed']) await refused({ ...web(), appType, allowedOrigins });
  assert.deepEqual((await create({ ...web(), appType: 'spa', allowedOrigins })).body.allowedOrigins, allowedOrigins);
});

test('oauth-clients.create.grants', async () => {
  const allowedGrantTypes = ['client_credentials', 'urn:qlik:oauth:user-impersonation'];
  for (const appType of ['spa', 'native', 'anonymous-embed']) await refused({ ...web(), appType, allowedGrantTypes });
  const { body } = await create(web({ allowedGrantTypes }));
  assert.deepEqual(body.allowedGrantTypes, allowedGrantTypes, 'as they were written');
  const { body: read } = await call('GET /api/v1/oauth-clients/{id}', { path: { id: body.clientId } });
  assert.deepEqual(read.allowedGrantTypes, allowedGrantTypes);
  await refused(web({ allowedGrantTypes: ['implicit'] }));
});

test('oauth-clients.create.keys', async () => {
  const allowedAuthMethods = ['private_key_jwt'];
  await refused(web({ allowedAuthMethods }));
  await refused(web({ allowedAuthMethods, publicKeys: [] }));
  assert.equal((await create(web({ allowedAuthMethods, publicKeys: [ecKey('a')] }))).status, 201);
  assert.equal((await create(web({ allowedAuthMethods, jwksUri: 'https://report.example.com/jwks.json' }))).status, 201);
});

test('oauth-clients.create.consent', async () => {
  for (const consentMethod of ['required', 'Trusted', '', 7]) await refused(web({ connectionConfig: { consentMethod } }));
  assert.equal((await create(web({ connectionConfig: { consentMethod: 'trusted' } }))).body.connectionConfig.consentMethod, 'trusted');
});

test('oauth-clients.all.scopes', async () => {
  const { body } = await create(web({ allowedScopes: ['classic_talend.tmc_operator', 'classic_service.svc_operator', 'offline_access'] }));
  assert.deepEqual(body.allowedScopes, ['classic_talend.tmc_operator', 'offline_access']);
  for (const scope of ['everything', 'toString', 'user_default ', 'user_default admin_classic', '', 'x'.repeat(257)])
    await refused(web({ allowedScopes: [scope] }));
  await refused(web({ allowedScopes: ['users', 'users'] }));
});

test('oauth-clients.all.redirects', async () => {
  const accepted = {
    web: ['https://report.example.com', 'https://report.example.com:8443/a/b?c=d', 'https://127.0.0.1/callback'],
    spa: ['https://report.example.com/'],
    native: [
      'http://127.0.0.1/callback',
      'http://[::1]:8400/',
      'http://localhost:5000',
      'com.example.report:/callback',
      'https://report.example.com/app',
    ],
  };
  for (const [appType, redirectUris] of Object.entries(accepted)) {
    const { status, body } = await create({ ...web(), appType, redirectUris });
    assert.deepEqual([status, body.redirectUris], [201, redirectUris], JSON.stringify(body));
  }
  const never = [
    '/callback',
    'report.example.com/callback',
    'https://',
    'https://report.example.com/#part',
    'https://report.example.com/#',
    'https://user@report.example.com/',
    'https://@report.example.com/',
    'https:report.example.com/',
    'https:///report.example.com/',
    'https://*.example.com/',
    'https://user:word@report.example.com/',
    'http://report.example.com/',
    'http://127.0.0.1.example.com/',
    'javascript:alert(1)',
    'data:text/html,x',
    'app:/callback',
    'https://report.example.com/a b',
    'https:\\\\report.example.com',
    `https://report.example.com/${'x'.repeat(256)}`,
  ];
  for (const uri of never) for (const appType of ['web', 'native']) await refused({ ...web(), appType, redirectUris: [uri] });
  for (const uri of ['http://localhost/', 'http://127.0.0.1/', 'com.example.report:/callback']) await refused(web({ redirectUris: [uri] }));
  await refused(web({ redirectUris: [...'abcdef'].map((one) => `https://${one}.example.com/`) }));
  await refused(web({ redirectUris: ['https://a.example.com/', 'https://a.example.com/'] }));
});

test('oauth-clients.all.origins', async () => {
  const spa = (allowedOrigins: string[]) => ({ ...web(), appType: 'spa', allowedOrigins });
  const accepted = ['https://report.example.com', 'https://report.example.com:8443', 'http://localhost:3000', 'http://[::1]:3000'];
  assert.deepEqual((await create(spa(accepted))).body.allowedOrigins, accepted);
  for (const origin of [
    'https://report.example.com/',
    'https://Report.example.com',
    'https://report.example.com:443',
    'http://report.example.com',
    '*',
  ])
    await refused(spa([origin]));
  for (const origin of ['null', 'https://*.example.com', 'report.example.com', 'https://user@report.example.com'])
    await refused(spa([origin]));
});

test('oauth-clients.all.addresses', async () => {
  for (const field of ['logoUri', 'clientUri', 'jwksUri'])
    for (const address of [
      'javascript:alert(1)',
      'https://user:word@report.example.com/',
      'https://',
      '/logo.png',
      `https://${'x'.repeat(2048)}`,
    ])
      await refused(web({ [field]: address }));
  await refused(web({ jwksUri: 'http://report.example.com/jwks.json' }));
});

test('oauth-clients.all.public-keys', async () => {
  const [rsa, ec] = [rsaKey('rsa'), ecKey('ec')];
  const wrong = [
    rsaKey('short', 1024),
    { ...rsa, e: 'AQ' },
    { ...rsa, e: 'AQAA' },
    { ...rsa, alg: 'ES384' },
    { ...ec, alg: 'RS256' },
    { ...rsa, alg: 'none' },
    { ...rsa, use: 'enc' },
    { ...rsa, n: undefined },
    { ...ec, y: undefined },
    { ...rsa, x: ec.x },
    { ...ec, x: ec.y, y: ec.x },
    { ...ec, crv: 'P-256' },
    ecKey('other', 'P-256'),
    { ...rsa, kid: undefined },
    { ...rsa, kty: 'oct', k: 'c2VjcmV0' },
    { ...rsa, d: 'c2VjcmV0' },
  ];
  for (const key of wrong) {
    const answer = await refused(web({ publicKeys: [key] }));
    assert.ok(!JSON.stringify(answer.body).includes('c2VjcmV0'), 'no part of a key is repeated');
  }
  await refused(web({ publicKeys: [rsa, { ...ec, kid: 'rsa' }] }));
  await refused(web({ publicKeys: Array.from({ length: 11 }, (_, index) => ({ ...ec, kid: `key-${index}` })) }));
  assert.equal((await create(web({ publicKeys: [rsa, { ...rsa, kid: 'other', alg: 'RS512' }, ec] }))).status, 201);
});

test('refuses other types and texts that are too long', async () => {
  await refused(web({ appType: 'desktop' }));
  await refused(web({ clientName: ' ' }));
  await refused(web({ clientName: 'x'.repeat(513) }));
  await refused(web({ description: 'x'.repeat(4097) }));
  await refused({ appType: 'web' });
});
