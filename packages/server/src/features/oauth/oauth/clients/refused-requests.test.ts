import assert from 'node:assert/strict';
import { generateKeyPairSync, sign } from 'node:crypto';
import { test } from 'node:test';
import { Browser } from '../../../../../test/support/browser.ts';
import { assertRefused } from '../../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../../test/support/server.ts';
import { askToken, askTokenByForm, basicHeader, createTestClient, REDIRECT_URI, tokensFor } from './oauth.fixture.ts';
import { clientCredentialsRequest, refusalsAt, UNSTORED_SECRET } from './refusals.fixture.ts';

const server = await startTestServer();
const { call, make } = server;
const { assertRefusal } = refusalsAt(server);

test('oauth-clients.refusals.noted: secrets', async () => {
  const client = await createTestClient(server);
  const hint = client.secret.slice(-5);
  assertRefused(await askToken(server, { ...clientCredentialsRequest(client), client_secret: UNSTORED_SECRET }), 401, 'invalid_client');
  const entry = await assertRefusal(
    client,
    'invalid_client',
    new RegExp(`^The secret is wrong. The secrets of the client have the hints ${hint}\\.$`),
  );
  assert.deepEqual([entry.grantType, entry.number], ['client_credentials', 1]);
  await askTokenByForm(server, { grant_type: 'client_credentials' }, basicHeader({ ...client, secret: UNSTORED_SECRET }));
  await assertRefusal(client, 'invalid_client', /^The secret is wrong/);
  await askToken(server, { grant_type: 'client_credentials', client_id: client.id });
  await assertRefusal(client, 'invalid_client', /no secret and no assertion/);
  await askToken(server, { ...clientCredentialsRequest(client), client_assertion: 'x' });
  await assertRefusal(client, 'invalid_request', /several ways/);
  await call('DELETE /api/v1/oauth-clients/{id}/client-secrets/{hint}', { path: { id: client.id, hint } });
  await askToken(server, clientCredentialsRequest(client));
  await assertRefusal(client, 'invalid_client', /^The client has no secret any more/);
});

test('oauth-clients.refusals.noted: assertions', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-384' });
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'key-1', alg: 'ES384', use: 'sig' };
  const client = await createTestClient(server, { allowedAuthMethods: ['private_key_jwt'], publicKeys: [jwk] });
  const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const now = Math.floor(Date.now() / 1000);
  const right = { iss: client.id, sub: client.id, aud: `${server.url}/oauth/token`, jti: 'once', exp: now + 200 };
  const ask = (claims: object, header: object = {}, last = '') => {
    const text = `${encode({ alg: 'ES384', kid: 'key-1', ...header })}.${encode({ ...right, ...claims })}`;
    const signature = sign('sha384', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url');
    return askToken(server, {
      grant_type: 'client_credentials',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: last === '' ? `${text}.${signature}` : `${text}.${last}`,
    });
  };
  assert.equal((await ask({})).status, 200);
  const cases: [RegExp, object, object?, string?][] = [
    [/^The jti was used before/, {}],
    [/^iss is "other", and must be/, { iss: 'other' }],
    [/^aud is "https:\/\/other.example"/, { aud: 'https://other.example' }],
    [/^exp is \d\d s in the past/, { exp: now - 40 }],
    [/^exp is (399|400) s ahead; at most 300 s/, { exp: now + 400 }],
    [/^exp is missing/, { exp: undefined }],
    [/^nbf is \d+, and must not be ahead/, { nbf: now + 300 }],
    [/^jti must be a text/, { jti: '' }],
    [/^kid "key-2" is unknown. publicKeys: "key-1"; jwksUri is not set/, {}, { kid: 'key-2' }],
    [/^kid is missing/, {}, { kid: undefined }],
    [/^alg is "RS256", and the key "key-1" is for ES384/, {}, { alg: 'RS256' }],
    [/crit/, {}, { crit: ['exp'] }],
    [/^The signature does not fit the key "key-1"/, {}, {}, 'AAAA'],
  ];
  for (const [reason, claims, header, last] of cases) {
    assertRefused(await ask(claims, header, last), 401, 'invalid_client');
    await assertRefusal(client, 'invalid_client', reason);
  }
  await askToken(server, { grant_type: 'client_credentials', client_id: client.id, client_secret: client.secret });
  await assertRefusal(client, 'invalid_client', /^The request uses client_secret; the client may use private_key_jwt/);
});

test('oauth-clients.refusals.noted: grant types, scopes, exchanges and other endpoints', async () => {
  const [client, narrow] = [await createTestClient(server), await createTestClient(server, { allowedGrantTypes: [] })];
  const person = await make.user();
  const { access_token: token } = await tokensFor(server, narrow, person.id);
  const proof = { client_id: client.id, client_secret: client.secret };
  await askToken(server, clientCredentialsRequest(narrow));
  await assertRefusal(narrow, 'unauthorized_client', /client_credentials/);
  await askToken(server, { ...clientCredentialsRequest(client), scope: 'users unknown' });
  await assertRefusal(client, 'invalid_scope', /There is no scope 'unknown'/);
  await askToken(server, { ...clientCredentialsRequest(client), grant_type: 'password' });
  assert.equal((await assertRefusal(client, 'unsupported_grant_type', /must be one of/)).grantType, 'password');
  await askToken(server, proof);
  await assertRefusal(client, 'malformed_request', /grant_type/);
  const exchange = {
    grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
    purpose: 'websocket',
    client_id: client.id,
    subject_token: token,
    subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
  };
  await askToken(server, exchange);
  await assertRefusal(client, 'invalid_request', /^The subject_token was issued to another client/);
  await askToken(server, { ...exchange, subject_token: UNSTORED_SECRET });
  await assertRefusal(client, 'invalid_request', /^The subject_token is no valid access token/);
  const lookup = { ...proof, grant_type: 'urn:service:oauth:user-impersonation', user_lookup: { field: 'subject', value: 'nobody' } };
  await askToken(server, lookup);
  await assertRefusal(client, 'invalid_request', /no such user/);
  const post = (route: string, body: object) => call(route, { token: undefined, body });
  await post('POST /oauth/revoke', { token, ...proof });
  await assertRefusal(client, 'invalid_grant', /of another client/, '/oauth/revoke');
  await post('POST /oauth/revoke', { token, ...proof, client_secret: UNSTORED_SECRET });
  await assertRefusal(client, 'invalid_client', /^The secret is wrong/, '/oauth/revoke');
  await post('POST /oauth/introspect', { token, client_id: client.id });
  await assertRefusal(client, 'invalid_client', /must prove its identity/, '/oauth/introspect');
  await call('DELETE /api/v1/oauth-clients/{id}/connection-configs/me', { path: { id: client.id } });
  await askToken(server, clientCredentialsRequest(client));
  await assertRefusal(client, 'unauthorized_client', /connection config/);
});

test('oauth-clients.refusals.noted: authorisation requests, as a page, as JSON and as a redirect', async () => {
  const { id } = await createTestClient(server);
  const fields = {
    client_id: id,
    redirect_uri: REDIRECT_URI,
    response_type: 'code',
    state: 's',
    scope: 'users',
    code_challenge: 'x',
    code_challenge_method: 'S256',
  };
  const open = (changes: object, accept = '*/*') =>
    new Browser(server.url, { accept }).open(`/oauth/authorize?${new URLSearchParams({ ...fields, ...changes })}`);
  for (const accept of ['text/html', 'application/json']) {
    assert.equal((await open({ redirect_uri: `${REDIRECT_URI}/` }, accept)).status, 400);
    const entry = await assertRefusal(
      { id },
      'redirect_unknown',
      /callback\/ is not registered; the nearest registered one is https:\/\/report/,
      '/oauth/authorize',
    );
    assert.equal(entry.number, 1);
  }
  const { status, location } = await open({});
  assert.deepEqual([status, location?.includes('error=invalid_request')], [302, true]);
  await assertRefusal({ id }, 'invalid_request', /code_challenge must be/, '/oauth/authorize');
});
