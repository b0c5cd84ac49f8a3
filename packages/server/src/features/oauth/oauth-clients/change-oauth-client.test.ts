import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PERMISSIONS } from '@millrace/contract';
import { sql } from '../../../core/database/sql.ts';
import { assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer, type Answer } from '../../../../test/support/server.ts';
import { ecKey, rsaKey } from './keys.fixture.ts';

const CREATE = 'POST /api/v1/oauth-clients';
const READ = 'GET /api/v1/oauth-clients/{id}';
const CHANGE = 'PATCH /api/v1/oauth-clients/{id}';
const DELETE = 'DELETE /api/v1/oauth-clients/{id}';
const server = await startTestServer();
const { call, make, platform } = server;
const TABLES = ['oauth_client', 'oauth_client_secret', 'oauth_connection_config'];

const created = async (fields: object = {}): Promise<{ id: string; secret: string }> => {
  const { body } = await call(CREATE, { body: { appType: 'web', clientName: 'Report', ...fields } });
  return { id: body.clientId, secret: body.clientSecret };
};
const read = async (id: string) => (await call(READ, { path: { id } })).body;
const step = (op: string, path: string, value?: unknown) => ({ op, path, ...(value !== undefined && { value }) });
const change = (id: string, ...body: object[]): Promise<Answer> => call(CHANGE, { path: { id }, body });

/** Asserts that a change is refused and changes nothing. */
async function refused(id: string, ...body: object[]): Promise<void> {
  const before = await read(id);
  await leavesNothing(server, CHANGE, { path: { id }, body }, 400, 'malformed_request', ...TABLES);
  assert.deepEqual(await read(id), before);
}

test('changes and removes texts', async () => {
  const { id } = await created({ description: 'old', logoUri: 'https://old.example.com/' });
  const { status, body } = await change(
    id,
    step('replace', '/clientName', ' Weekly '),
    step('remove', '/description'),
    step('add', '/clientUri', 'https://new.example.com/'),
    step('replace', 'logoUri', 'https://logo.example.com/'),
    step('add', '/jwksUri', 'https://new.example.com/jwks.json'),
  );
  assert.deepEqual([status, body], [204, undefined]);
  const after = await read(id);
  assert.deepEqual(
    [after.clientName, after.description, after.clientUri, after.logoUri, after.jwksUri],
    ['Weekly', undefined, 'https://new.example.com/', 'https://logo.example.com/', 'https://new.example.com/jwks.json'],
  );
  assert.ok(after.updatedAt > after.createdAt);
  await refused(id, step('remove', '/clientName'));
  await refused(id, step('replace', '/clientName', ' '));
  await refused(id, step('replace', '/clientName'));
  await refused(id, step('replace', '/clientName', ['Weekly']));
  await refused(id, step('test', '/clientName', 'Weekly'));
  await refused(id, step('replace', '/clientUri', 'javascript:alert(1)'));
});

test('oauth-clients.change.type', async () => {
  const { id } = await created();
  for (const path of [
    '/appType',
    '/clientId',
    '/ownerId',
    '/tenantId',
    '/publishedAt',
    '/disableTag',
    '/connectionConfig',
    '/redirectUris/0',
  ])
    await refused(id, step('replace', path, 'spa'));
});

test('a change writes addresses as they were sent, also those that look like words of the published product', async () => {
  const uri = 'com.qlik.app:/callback';
  const { id } = await created({ appType: 'native' });
  assert.equal((await change(id, step('add', '/redirectUris', uri))).status, 204);
  assert.ok((await read(id)).redirectUris?.includes(uri));
  assert.equal((await change(id, step('remove', '/redirectUris', [uri]))).status, 204);
  assert.ok(!(await read(id)).redirectUris?.includes(uri));
});

test('oauth-clients.change.lists', async () => {
  const [a, b, c] = ['https://a.example.com/', 'https://b.example.com/', 'https://c.example.com/'];
  const [rsa, ec] = [rsaKey('rsa'), ecKey('ec')];
  const { id } = await created({ redirectUris: [a], allowedScopes: ['users'] });
  const list = async (...steps: object[]): Promise<unknown> => {
    assert.equal((await change(id, ...steps)).status, 204);
    return (await read(id)).redirectUris;
  };
  assert.deepEqual(await list(step('add', '/redirectUris', b)), [a, b]);
  assert.deepEqual(await list(step('add', '/redirectUris', [b, c])), [a, b, c]);
  assert.deepEqual(await list(step('remove', '/redirectUris', [a])), [b, c]);
  assert.deepEqual(await list(step('replace', '/redirectUris', [c]), step('add', '/redirectUris', a)), [c, a]);
  assert.deepEqual(await list(step('remove', '/redirectUris')), []);
  await change(
    id,
    step('add', '/allowedScopes', 'classic_talend.tmc_operator'),
    step('add', '/allowedGrantTypes', 'urn:qlik:oauth:user-impersonation'),
  );
  await change(id, step('remove', '/allowedScopes', ['users', 'classic_talend.tmc_operator']), step('add', '/publicKeys', rsa));
  await change(id, step('add', '/publicKeys', [ec]), step('remove', '/publicKeys', { ...ec, kid: 'rsa' }));
  const after = await read(id);
  assert.deepEqual([after.allowedScopes, after.allowedGrantTypes, after.publicKeys], [[], ['urn:qlik:oauth:user-impersonation'], [ec]]);
});

test('oauth-clients.change.checked', async () => {
  const uris = [...'abcde'].map((one) => `https://${one}.example.com/`);
  const { id } = await created({ redirectUris: uris, allowedAuthMethods: ['private_key_jwt'], publicKeys: [ecKey('ec')] });
  const valid = step('replace', '/clientName', 'Changed');
  await refused(id, valid, step('add', '/redirectUris', 'https://f.example.com/'));
  await refused(id, valid, step('add', '/redirectUris', 'http://a.example.com/'));
  await refused(id, valid, step('add', '/allowedOrigins', 'https://a.example.com'));
  await refused(id, valid, step('add', '/allowedScopes', 'everything'));
  await refused(id, valid, step('add', '/allowedGrantTypes', 'implicit'));
  await refused(id, valid, step('add', '/allowedAuthMethods', 'none'));
  await refused(id, valid, step('remove', '/publicKeys'));
  await refused(id, valid, step('add', '/publicKeys', ecKey('ec')));
  await refused(id, valid, step('add', '/publicKeys', { ...ecKey('more'), d: 'c2VjcmV0' }));
  const { id: native } = await created({ appType: 'native' });
  await refused(native, step('add', '/allowedGrantTypes', 'client_credentials'));
});

const hashes = async (id: string): Promise<Buffer[]> => {
  const rows = await platform.db.reader.rows<{ hash: Buffer }>(sql`
    select hash
    from oauth_client_secret
    where client_id = ${id}`);
  return rows.map(({ hash }) => hash);
};

test('oauth-clients.change.secret', async () => {
  const { id, secret } = await created({ publicKeys: [ecKey('ec')] });
  assert.equal((await change(id, step('add', '/allowedAuthMethods', ['client_secret', 'private_key_jwt']))).status, 204);
  assert.deepEqual(await hashes(id), [platform.identity.tokens.hash(secret)], 'the client already used secrets');
  assert.equal((await change(id, step('remove', '/allowedAuthMethods', 'client_secret'))).status, 204);
  assert.deepEqual(await hashes(id), []);
  const { status, body } = await change(id, step('add', '/allowedAuthMethods', 'client_secret'));
  assert.deepEqual([status, Object.keys(body)], [202, ['clientSecret']]);
  assert.deepEqual(await hashes(id), [platform.identity.tokens.hash(body.clientSecret)]);
  const { body: log } = await call('GET /security/audit/logs', { query: { size: 1 } });
  assert.ok(log[0].response.code === '202' && !JSON.stringify(log).includes(body.clientSecret));

  const signer = await created({ allowedAuthMethods: ['private_key_jwt'], publicKeys: [ecKey('ec')] });
  const replaced = await change(signer.id, step('replace', '/allowedAuthMethods', ['client_secret']));
  assert.equal(replaced.status, 202);
  assert.deepEqual(
    await hashes(signer.id),
    [platform.identity.tokens.hash(replaced.body.clientSecret)],
    'the secret of the creation is not valid',
  );
});

const confirmed = (id: string, name = 'service-confirm-delete') => ({ path: { id }, headers: { [name]: id } });

test('oauth-clients.delete.confirmed', async () => {
  for (const name of ['service-confirm-delete', 'qlik-confirm-delete']) {
    const { id } = await created();
    const { id: other } = await created();
    for (const value of [other, 'true', `${id}x`, ''])
      await leavesNothing(server, DELETE, { path: { id }, headers: { [name]: value } }, 400, 'deletion_not_confirmed', ...TABLES);
    assert.equal((await call(DELETE, confirmed(id, name))).status, 204);
    for (const route of [READ, DELETE]) assertRefused(await call(route, confirmed(id)), 404, 'not_found');
    assert.equal((await read(other)).clientId, other);
    assert.equal((await call(DELETE, { path: { id: other } })).status, 204, 'the document names no header');
    assertRefused(await call(READ, { path: { id: other } }), 404, 'not_found');
  }
});

test('a deletion removes all rows of the client', async () => {
  const before = await server.count(...TABLES);
  const { id } = await created({ publicKeys: [ecKey('ec')] });
  await call(DELETE, confirmed(id));
  assert.deepEqual(await server.count(...TABLES), before);
});

test('only administrators of clients in the own tenant change and delete', async () => {
  const { id } = await created();
  const weak = await make.user({ permissions: PERMISSIONS.filter((one) => one !== 'SVC_OAUTH_CLIENT_MANAGEMENT') });
  const stranger = await make.user({ tenant: await make.otherTenant(), permissions: PERMISSIONS });
  const body = [step('replace', '/clientName', 'Mine')];
  for (const [token, status, code] of [
    [weak.token, 403, 'forbidden'],
    [stranger.token, 404, 'not_found'],
  ] as const) {
    await leavesNothing(server, CHANGE, { token, path: { id }, body }, status, code, ...TABLES);
    await leavesNothing(server, DELETE, { token, ...confirmed(id) }, status, code, ...TABLES);
  }
  assert.equal((await read(id)).clientName, 'Report');
});

test('a deletion during changes leaves nothing behind', async () => {
  const before = await server.count(...TABLES);
  for (let round = 0; round < 5; round += 1) {
    const { id } = await created({ publicKeys: [ecKey('ec')] });
    const [deleted, ...changed] = await Promise.all([
      call(DELETE, confirmed(id)),
      change(id, step('replace', '/allowedAuthMethods', ['private_key_jwt'])),
      change(id, step('replace', '/allowedAuthMethods', ['client_secret'])),
    ]);
    assert.equal(deleted?.status, 204);
    for (const { status } of changed) assert.ok([202, 204, 404].includes(status), String(status));
  }
  assert.deepEqual(await server.count(...TABLES), before);
});
