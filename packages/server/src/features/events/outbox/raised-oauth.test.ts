// run: own server because it sets MILLRACE_OAUTH_REGISTRATION
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../core/database/sql.ts';
import { runTimer } from '../../../../test/support/background.ts';
import { watchEvents } from '../../../../test/support/events.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { askToken, createTestClient, REDIRECT_URI, tokensFor } from '../../oauth/oauth/clients/oauth.fixture.ts';

const server = await startTestServer({ MILLRACE_ROLE: 'api', MILLRACE_OAUTH_REGISTRATION: 'on' });
const { call, make, platform } = server;
const { assertRaisesOne, assertRaises, newEvents, tenant } = await watchEvents(server);
const { id: me } = (await call('GET /account/me')).body;
const ADDED = ['oauth-client.created', 'oauth-client.connection-config.approved', 'oauth-client.secret.created'];
const ENDED = ['oauth-client.secret.deleted', 'oauth-client.connection-config.deleted', 'oauth-client.deleted'];

const send = async (route: string, sent: object) => {
  const answer = await call(route, sent);
  assert.ok(answer.status < 300, `${route}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer;
};
const end = (id: string) => send('DELETE /api/v1/oauth-clients/{id}', { path: { id }, headers: { 'service-confirm-delete': id } });

test('events.oauth-clients.records', async () => {
  let client = { id: '', secret: '' };
  const [event, , secret] = await assertRaises(ADDED, async () => (client = await createTestClient(server)));
  const { id } = client;
  const { createdAt: _at, ...data } = event?.data ?? {};
  assert.deepEqual(data, {
    clientId: id,
    clientName: 'Report',
    appType: 'web',
    redirectUris: [REDIRECT_URI],
    allowedOrigins: [],
    allowedScopes: ['user_default', 'admin_classic', 'offline_access'],
    ownerId: me,
    ownerType: 'tenant',
    createdByType: 'user',
    tenantId: tenant,
  });
  assert.deepEqual([event?.resource, event?.owner, event?.actor], [id, me, me]);
  assert.equal(secret?.data.hint, client.secret.slice(-5));
  assert.ok(!JSON.stringify([event, secret]).includes(client.secret));
  const path = { id };
  const patch = [{ op: 'replace', path: '/clientName', value: 'Reports' }];
  const changed = await assertRaisesOne('oauth-client.updated', () => send('PATCH /api/v1/oauth-clients/{id}', { path, body: patch }));
  assert.equal(changed.data.clientName, 'Reports');
  const publish = () => send('POST /api/v1/oauth-clients/{id}/actions/publish', { path });
  const published = await assertRaisesOne('oauth-client.published', publish);
  assert.ok(published.data.publishedAt);
  await assertRaises([], publish);
  const ended = await assertRaises(ENDED, () => end(id));
  assert.ok(ended.at(-1)?.data.deletedAt);
});

test('events.oauth-clients.records: a client that registered itself and was never used', async () => {
  const body = { client_name: 'Tool', redirect_uris: [REDIRECT_URI], token_endpoint_auth_method: 'none' };
  let id = '';
  const [event] = await assertRaises(
    ADDED.slice(0, 2),
    async () => ({ client_id: id } = (await send('POST /oauth/register', { body, token: undefined })).body),
  );
  assert.deepEqual([event?.data.createdByType, event?.actor], ['dcr', null]);
  await platform.db.writer.rows(sql`update oauth_client set created_at = now() - interval '2 hours' where id = ${id}`);
  await assertRaisesOne('oauth-client.deleted', () => runTimer(platform, 'forget-unused-clients'));
});

test('events.oauth-clients.secrets', async () => {
  const { id } = await createTestClient(server);
  const path = { id };
  let hint = '';
  const created = await assertRaisesOne('oauth-client.secret.created', async () => {
    ({ hint } = (await send('POST /api/v1/oauth-clients/{id}/client-secrets', { path })).body);
  });
  assert.deepEqual(created.data, { clientId: id, hint, tenantId: tenant });
  const deleted = await assertRaisesOne('oauth-client.secret.deleted', () =>
    send('DELETE /api/v1/oauth-clients/{id}/client-secrets/{hint}', { path: { id, hint } }),
  );
  assert.deepEqual([deleted.data.hint, deleted.actor], [hint, me]);
});

test('events.oauth-clients.configs', async () => {
  const { id } = await createTestClient(server);
  const ROUTE = '/api/v1/oauth-clients/{id}/connection-configs/me';
  const path = { id };
  const trust = () => send(`PATCH ${ROUTE}`, { path, body: [{ op: 'replace', path: '/consentMethod', value: 'trusted' }] });
  const updated = await assertRaisesOne('oauth-client.connection-config.updated', trust);
  assert.deepEqual(updated.data, { clientId: id, consentMethod: 'trusted', status: 'approved', tenantId: tenant });
  const deleted = await assertRaisesOne('oauth-client.connection-config.deleted', () => send(`DELETE ${ROUTE}`, { path }));
  assert.equal(deleted.data.status, 'deleted');
  const approved = await assertRaisesOne('oauth-client.connection-config.approved', trust);
  assert.deepEqual([approved.tenant, approved.actor], [tenant, me]);
});

test('events.oauth-tokens.issued', async () => {
  const client = await createTestClient(server);
  const person = await make.user();
  let tokens = { access_token: '', refresh_token: '' };
  const event = await assertRaisesOne('oauth-token.issued', async () => (tokens = await tokensFor(server, client, person.id)));
  const { id, issuedAt, scopes, ...data } = event.data;
  assert.deepEqual(data, { issuedToClientId: client.id, ownerId: person.id, tenantId: tenant });
  assert.deepEqual([scopes.toSorted(), event.resource, event.owner], [['offline_access', 'user_default'], id, person.id]);
  assert.ok(Date.parse(issuedAt) > 0);
  assert.ok(!JSON.stringify(event).includes(tokens.refresh_token));
  const proof = { client_id: client.id, client_secret: client.secret };
  await assertRaises([], () => askToken(server, { grant_type: 'refresh_token', refresh_token: tokens.refresh_token, ...proof }));
  const [bot] = await assertRaises(['user.created'], () => askToken(server, { grant_type: 'client_credentials', ...proof }));
  assert.equal(bot?.data.clientId, client.id, 'its bot user');
  const events = await assertRaises(['user.updated', ...ENDED], () => end(client.id));
  assert.equal(events[0]?.data.status, 'disabled');
});

test('events.oauth-tokens.revoked', async () => {
  const REVOKED = 'oauth-token.revoked';
  const client = await createTestClient(server);
  const person = await make.user();
  const proof = { client_id: client.id, client_secret: client.secret };
  const revoke = (token: string) => call('POST /oauth/revoke', { token: undefined, body: { token, ...proof } });
  const first = await tokensFor(server, client, person.id);
  const context = { userId: person.id, clientId: client.id, tenantId: tenant };
  await newEvents();
  const access = await assertRaisesOne(REVOKED, () => revoke(first.access_token));
  assert.deepEqual([access.data.revokedByBearer, access.data.revokedContext.userId, access.actor], [true, person.id, null]);
  await assertRaises([], () => revoke(first.access_token));
  const refresh = await assertRaisesOne(REVOKED, () => revoke(first.refresh_token));
  assert.deepEqual(refresh.data.revokedContext, { grantId: refresh.data.id, ...context });

  const [grant] = await assertRaises(['oauth-token.issued'], () => tokensFor(server, client, person.id));
  const deleted = await assertRaisesOne(REVOKED, () => send('DELETE /api/v1/oauth-tokens/{id}', { path: { id: grant?.data.id } }));
  assert.deepEqual([deleted.data.id, deleted.data.revokedBy, deleted.data.revokedByBearer], [grant?.data.id, me, false]);

  const stolen = await tokensFor(server, client, person.id);
  const renew = () => askToken(server, { grant_type: 'refresh_token', refresh_token: stolen.refresh_token, ...proof });
  await renew();
  await platform.db.writer.rows(
    sql`update oauth_refresh_token set replaced_at = replaced_at - interval '1 hour' where replaced_at is not null`,
  );
  await newEvents();
  const ended = await assertRaisesOne(REVOKED, renew);
  assert.deepEqual([ended.data.revokedBy, ended.data.revokedByBearer], [undefined, false]);
});
