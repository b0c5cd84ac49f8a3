import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused } from '../../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../../test/support/server.ts';
import { askToken, createTestClient, tokensFor } from '../clients/oauth.fixture.ts';

const server = await startTestServer();
const { call, make } = server;
const client = await createTestClient(server);
const person = await make.user({});
const ACCESS_TOKEN = 'urn:ietf:params:oauth:token-type:access_token';
const { access_token: token, refresh_token: refresh } = await tokensFor(server, client, person.id);
const fields = {
  grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
  purpose: 'websocket',
  client_id: client.id,
  subject_token: token,
  subject_token_type: ACCESS_TOKEN,
};
const claimsOf = (text: string) => JSON.parse(Buffer.from(text.split('.')[1] ?? '', 'base64url').toString());

test('oauth.token.exchange', async () => {
  for (const purpose of ['websocket', 'webresource']) {
    const { status, body } = await askToken(server, { ...fields, purpose, redirect_uri: 'https://ignored.example' });
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual([body.issued_token_type, 'refresh_token' in body], [ACCESS_TOKEN, false]);
    assert.equal((await call('GET /account/me', { token: body.access_token })).body.id, person.id);
  }
  for (const [name, value] of Object.entries({ purpose: 'other', subject_token_type: 'urn:ietf:params:oauth:token-type:jwt' }))
    assertRefused(await askToken(server, { ...fields, [name]: value }), 400, 'invalid_request');
  for (const name of ['purpose', 'client_id', 'subject_token', 'subject_token_type'])
    assertRefused(await askToken(server, { ...fields, [name]: null }), 400, 'invalid_request');
  const other = await createTestClient(server);
  assertRefused(await askToken(server, { ...fields, client_id: other.id }), 401, 'invalid_request');
  assertRefused(await askToken(server, { ...fields, client_secret: 'wrong' }), 401, 'invalid_client');
  for (const subject of [refresh, person.token, `${token}x`, 'eyJ.x.y'])
    assertRefused(await askToken(server, { ...fields, subject_token: subject }), 401, 'invalid_request');
});

test('oauth.token.exchange-narrows', async () => {
  const { body: narrow } = await askToken(server, { ...fields, scope: 'users:read' });
  assert.equal(narrow.scope, 'users:read');
  assertRefused(await askToken(server, { ...fields, subject_token: narrow.access_token, scope: 'user_default' }), 400, 'invalid_scope');
  assertRefused(await askToken(server, { ...fields, scope: 'admin_classic' }), 400, 'invalid_scope');
  const { body: same } = await askToken(server, { ...fields, subject_token: narrow.access_token });
  assert.equal(same.scope, 'users:read');
  assert.ok(claimsOf(same.access_token).exp <= claimsOf(token).exp);

  await call('POST /oauth/revoke', { token: undefined, body: { token: refresh } });
  assert.equal((await call('GET /account/me', { token: same.access_token })).status, 401, 'it ends with the grant');
  assertRefused(await askToken(server, fields), 401, 'invalid_request');
});
