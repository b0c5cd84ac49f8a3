import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runTimer } from '../../../../test/support/background.ts';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { sql } from '../../../core/database/sql.ts';
import { addCode, askToken, basicHeader, createPublicClient, createTestClient, tokensFor } from './clients/oauth.fixture.ts';

const server = await startTestServer();
const { call, count, make, platform } = server;
const client = await createTestClient(server);
const other = await createTestClient(server);
const person = await make.user({});
const works = async (token: string) => (await call('GET /account/me', { token })).status === 200;
const revoke = (body: object, headers = {}) => call('POST /oauth/revoke', { token: undefined, body, headers });
const introspect = (body: object, headers: Record<string, string> = basicHeader(client)) =>
  call('POST /oauth/introspect', { token: undefined, body, headers });
const issueToken = async (own = client) =>
  (await askToken(server, { grant_type: 'client_credentials', client_id: own.id, client_secret: own.secret })).body.access_token;

test('oauth.revoke.token', async () => {
  const tokens = await tokensFor(server, client, person.id);
  assert.equal(
    (await revoke({ token: tokens.access_token, token_type_hint: 'refresh_token' })).status,
    200,
    'a wrong hint changes nothing',
  );
  assert.equal(await works(tokens.access_token), false);
  const refreshed = await askToken(server, {
    grant_type: 'refresh_token',
    refresh_token: tokens.refresh_token,
    client_secret: client.secret,
  });
  assert.ok(await works(refreshed.body.access_token), 'the grant stays valid');
  assert.equal((await revoke({ token: refreshed.body.refresh_token })).status, 200);
  assert.equal(await works(refreshed.body.access_token), false, 'a refresh token ends with its grant');
  for (const token of [refreshed.body.refresh_token, tokens.access_token, 'unknown', 'eyJ.a.b', person.token])
    assert.deepEqual((await revoke({ token })).body, {}, 'an unknown token is answered in the same way');
  assert.ok(await works(person.token), 'a personal access token is not revoked here');
  assert.equal((await revoke({})).status, 400);
  assert.equal((await revoke({ token: null })).status, 400);
});

test('oauth.revoke.own', async () => {
  const token = await issueToken();
  assertRefused(await revoke({ token }, basicHeader(other)), 400, 'invalid_grant');
  assertRefused(await revoke({ token, client_id: client.id, client_secret: 'wrong' }), 401, 'invalid_client');
  assertRefused(await revoke({ token, client_id: other.id }), 400, 'invalid_grant');
  assert.ok(await works(token));
  assert.equal((await revoke({ token, client_id: client.id, client_secret: client.secret })).status, 200);
  assert.equal(await works(token), false);
});

test('oauth.introspect.client', async () => {
  const token = await issueToken();
  const { status, body } = await introspect({ token });
  assert.equal(status, 200);
  const { exp, jti, sub, username, ...rest } = body;
  assert.deepEqual(rest, {
    active: true,
    scope: 'user_default admin_classic',
    client_id: client.id,
    token_type: 'bearer',
    iss: server.url,
    aud: server.url,
  });
  assert.deepEqual([typeof exp, typeof jti, typeof sub, username], ['number', 'string', 'string', `servicebot\\${client.id}`]);
  assertRefused(await introspect({ token }, {}), 401, 'invalid_client');
  assertRefused(await introspect({ token, client_id: client.id }, {}), 401, 'invalid_client');
  assertRefused(await introspect({ token }, basicHeader({ ...client, secret: 'wrong' })), 401, 'invalid_client');
  const native = await createPublicClient(server);
  const emptySecret = { authorization: `Basic ${Buffer.from(`${native.id}:`).toString('base64')}` };
  for (const headers of [{}, emptySecret, { authorization: 'Bearer x' }, { authorization: `Bearer ${token}` }])
    assertRefused(await introspect({ token, client_id: native.id }, headers), 401, 'invalid_client');
});

test('oauth.introspect.tenant', async () => {
  const stranger = await make.user({ tenant: await make.otherTenant(), permissions: ['SVC_OAUTH_CLIENT_MANAGEMENT'] });
  const { body: created } = await call('POST /api/v1/oauth-clients', {
    token: stranger.token,
    body: { appType: 'web', clientName: 'Other tenant' },
  });
  const foreign = { id: created.clientId, secret: created.clientSecret };
  const tokens = await tokensFor(server, client, person.id);
  for (const token of [tokens.access_token, tokens.refresh_token]) {
    assert.equal((await introspect({ token })).body.active, true);
    assert.deepEqual((await introspect({ token }, basicHeader(foreign))).body, { active: false });
  }
  await revoke({ token: tokens.refresh_token });
  for (const token of [tokens.access_token, tokens.refresh_token, 'unknown', person.token])
    assert.deepEqual((await introspect({ token })).body, { active: false });
});

test('oauth.retention.ended', async () => {
  const [kept, expired] = [await tokensFor(server, client, person.id), await tokensFor(server, client, person.id)];
  await revoke({ token: await issueToken() });
  await addCode(server, { client: client.id, account: person.id, age: '25 hours' });
  const ended = sql`now() - interval '1 s'`;
  await platform.db.writer.rows(sql`update oauth_revoked_token set expires_at = ${ended}`);
  await platform.db.writer.rows(sql`
    insert into oauth_used_assertion (client_id, hash, expires_at)
    values (${client.id}, '\\x01', ${ended}), (${client.id}, '\\x02', now() + interval '1 minute')`);
  await platform.db.writer.rows(sql`
    update oauth_grant
    set expires_at = ${ended}
    where id in (select grant_id from oauth_refresh_token where hash = ${platform.identity.tokens.hash(expired.refresh_token)})`);
  const before = await count('oauth_code');
  await runTimer(platform, 'remove-ended-oauth');
  assert.deepEqual(await count('oauth_revoked_token', 'oauth_used_assertion'), { oauth_revoked_token: 0, oauth_used_assertion: 1 });
  assert.equal(Number((await count('oauth_code'))['oauth_code']), Number(before['oauth_code']) - 1);
  assert.ok(await works(kept.access_token));
  const { status } = await askToken(server, {
    grant_type: 'refresh_token',
    refresh_token: expired.refresh_token,
    client_secret: client.secret,
  });
  assert.equal(status, 401);
});
