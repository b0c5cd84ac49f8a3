import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PERMISSIONS } from '@millrace/contract';
import { assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer, type Answer } from '../../../../test/support/server.ts';

const LIST = 'GET /api/v1/oauth-clients';
const CREATE = 'POST /api/v1/oauth-clients';
const READ = 'GET /api/v1/oauth-clients/{id}';
const DELETE = 'DELETE /api/v1/oauth-clients/{id}';
const PUBLISH = 'POST /api/v1/oauth-clients/{id}/actions/publish';
const CONFIG = '/api/v1/oauth-clients/{id}/connection-configs/me';
const server = await startTestServer();
const { call, make } = server;
const TABLES = ['oauth_client', 'oauth_client_secret', 'oauth_connection_config'];
/** Administrators of two other tenants, and a user without permissions in the first of these. */
const other = await make.user({ tenant: await make.otherTenant(), permissions: PERMISSIONS });
const third = await make.user({ tenant: await make.otherTenant(), permissions: PERMISSIONS });
const otherUser = await make.user({ tenant: other.tenant });

/** Creates a client, and returns its id; published unless it is to stay in its tenant. */
async function created({ appType = 'web', isPublished = true } = {}): Promise<string> {
  const { body } = await call(CREATE, { body: { appType, clientName: 'Report', redirectUris: ['https://report.example.com/'] } });
  if (isPublished) assert.equal((await call(PUBLISH, { path: { id: body.clientId } })).status, 201);
  return body.clientId;
}
type Caller = { token: string } | undefined;
const read = (id: string, caller?: Caller): Promise<Answer> => call(READ, { ...caller, path: { id } });
const config = (id: string, caller?: Caller): Promise<Answer> => call(`GET ${CONFIG}`, { ...caller, path: { id } });
const endUse = (id: string, caller?: Caller): Promise<Answer> => call(`DELETE ${CONFIG}`, { ...caller, path: { id } });
const consent = (value: string): object[] => [{ op: 'replace', path: '/consentMethod', value }];
const decide = (id: string, value: string, caller?: Caller): Promise<Answer> =>
  call(`PATCH ${CONFIG}`, { ...caller, path: { id }, body: consent(value) });
const remove = (id: string): Promise<Answer> => call(DELETE, { path: { id }, headers: { 'service-confirm-delete': id } });

test('oauth-clients.publish.region', async () => {
  const id = await created({ isPublished: false });
  assertRefused(await read(id, other), 404, 'not_found');
  const { status, body } = await call(PUBLISH, { path: { id } });
  assert.deepEqual([status, Object.keys(body)], [201, ['publishedAt']]);
  const [own, foreign, small] = [await read(id), await read(id, other), await read(id, otherUser)];
  assert.equal(own.body.publishedAt, body.publishedAt);
  const { clientSecrets, connectionConfig, ...shared } = own.body;
  assert.deepEqual(foreign.body, shared, 'without hints, and without a config of its own');
  assert.deepEqual([clientSecrets.length, connectionConfig.consentMethod], [1, 'required']);
  assert.ok(small.status === 200 && !('redirectUris' in small.body));
  const { body: list } = await call(LIST, { ...other, query: { filter: `clientId eq "${id}"` } });
  assert.deepEqual(list.data, [foreign.body]);
});

test('oauth-clients.publish.again', async () => {
  const id = await created();
  const [first, second] = await Promise.all([call(PUBLISH, { path: { id } }), call(PUBLISH, { path: { id } })]);
  assert.deepEqual([first.status, second.status, first.body], [201, 201, second.body]);
});

test('only the tenant that owns a published client changes it', async () => {
  const id = await created();
  const before = (await read(id)).body;
  const patch = [{ op: 'replace', path: '/clientName', value: 'Mine' }];
  const headers = { 'service-confirm-delete': id };
  const hint: string = before.clientSecrets[0].hint;
  for (const [route, sent] of [
    ['PATCH /api/v1/oauth-clients/{id}', { body: patch }],
    [DELETE, { headers }],
    [PUBLISH, {}],
    ['POST /api/v1/oauth-clients/{id}/client-secrets', {}],
  ] as const)
    await leavesNothing(server, route, { token: other.token, path: { id }, ...sent }, 404, 'not_found', ...TABLES);
  const path = { id, hint };
  await leavesNothing(
    server,
    'DELETE /api/v1/oauth-clients/{id}/client-secrets/{hint}',
    { token: other.token, path },
    404,
    'not_found',
    ...TABLES,
  );
  assert.deepEqual((await read(id)).body, before);
});

test('oauth-clients.consent.own', async () => {
  const id = await created();
  assertRefused(await config(id, other), 404, 'not_found');
  assert.equal((await decide(id, 'trusted', other)).status, 204);
  const trusted = { consentMethod: 'trusted', status: 'approved', deletedByOwner: false };
  assert.deepEqual((await config(id, other)).body, trusted);
  assert.deepEqual((await read(id, other)).body.connectionConfig, trusted);
  assert.deepEqual((await config(id)).body, { ...trusted, consentMethod: 'required' });
  assertRefused(await config(id, third), 404, 'not_found');
  assert.equal((await decide(id, 'required', other)).status, 204);
  assert.equal((await config(id, other)).body.consentMethod, 'required');
  for (const value of ['Trusted', '', 7, null]) {
    const body = [{ op: 'replace', path: '/consentMethod', value }];
    await leavesNothing(server, `PATCH ${CONFIG}`, { path: { id }, body }, 400, 'malformed_request', ...TABLES);
  }
  for (const [op, path] of [
    ['remove', '/consentMethod'],
    ['replace', '/status'],
  ])
    await leavesNothing(
      server,
      `PATCH ${CONFIG}`,
      { path: { id }, body: [{ op, path, value: 'trusted' }] },
      400,
      'malformed_request',
      ...TABLES,
    );
});

test('only administrators of clients read, change and delete connection configs, of clients that they see', async () => {
  const [id, hidden] = [await created(), await created({ isPublished: false })];
  const body = consent('trusted');
  for (const [method, sent] of [
    ['GET', {}],
    ['PATCH', { body }],
    ['DELETE', {}],
  ] as const) {
    await leavesNothing(server, `${method} ${CONFIG}`, { token: otherUser.token, path: { id }, ...sent }, 403, 'forbidden', ...TABLES);
    await leavesNothing(server, `${method} ${CONFIG}`, { token: other.token, path: { id: hidden }, ...sent }, 404, 'not_found', ...TABLES);
  }
});

test('oauth-clients.consent.types', async () => {
  const id = await created({ appType: 'anonymous-embed' });
  for (const token of [undefined, other.token])
    await leavesNothing(
      server,
      `PATCH ${CONFIG}`,
      { ...(token !== undefined && { token }), path: { id }, body: consent('trusted') },
      400,
      'consent_not_supported',
      ...TABLES,
    );
  const body = { appType: 'anonymous-embed', clientName: 'Report', connectionConfig: { consentMethod: 'trusted' } };
  await leavesNothing(server, CREATE, { body }, 400, 'consent_not_supported', ...TABLES);
  for (const appType of ['native', 'spa']) assert.equal((await decide(await created({ appType }), 'trusted')).status, 204);
});

test('oauth-clients.consent.end', async () => {
  const id = await created();
  await decide(id, 'trusted', other);
  assert.equal((await endUse(id, other)).status, 204);
  await leavesNothing(server, `DELETE ${CONFIG}`, { token: other.token, path: { id } }, 404, 'not_found', ...TABLES);
  assert.equal((await config(id)).status, 200);
  assert.equal((await endUse(id)).status, 204);
  assert.ok(!('connectionConfig' in (await read(id)).body));
  assert.equal((await decide(id, 'required')).status, 204, 'the client is still there');
});

test('oauth-clients.consent.deleted', async () => {
  const before = await server.count(...TABLES);
  const id = await created();
  await decide(id, 'trusted', other);
  assert.equal((await remove(id)).status, 204);
  for (const caller of [undefined, third]) assertRefused(await read(id, caller), 404, 'not_found');
  const seen = (await read(id, other)).body;
  assert.deepEqual(seen.connectionConfig, { consentMethod: 'trusted', status: 'revoked', deletedByOwner: true });
  assert.ok(seen.deletedAt >= seen.createdAt);
  assert.deepEqual((await config(id, other)).body, seen.connectionConfig);
  await leavesNothing(
    server,
    `PATCH ${CONFIG}`,
    { token: other.token, path: { id }, body: consent('trusted') },
    404,
    'not_found',
    ...TABLES,
  );
  assert.equal((await endUse(id, other)).status, 204);
  assertRefused(await read(id, other), 404, 'not_found');
  assert.deepEqual(await server.count(...TABLES), before, 'the client is deleted with its last config');
});

test('a deletion while other tenants set their configs leaves the client with these configs, or nothing', async () => {
  const before = await server.count(...TABLES);
  for (let round = 0; round < 5; round += 1) {
    const id = await created();
    const [deleted, decided] = await Promise.all([remove(id), decide(id, 'trusted', other), decide(id, 'required', third)]);
    assert.equal(deleted.status, 204);
    assert.ok([204, 404].includes(decided.status));
    assert.equal((await read(id, other)).status, decided.status === 204 ? 200 : 404);
    await Promise.all([endUse(id, other), endUse(id, third)]);
    assert.deepEqual(await server.count(...TABLES), before);
  }
});
