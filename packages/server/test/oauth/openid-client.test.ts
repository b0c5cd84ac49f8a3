/** The published library openid-client against this server. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  clientCredentialsGrant,
  ClientSecretBasic,
  ClientSecretPost,
  discovery,
  genericGrantRequest,
  None,
  PrivateKeyJwt,
  randomPKCECodeVerifier,
  randomState,
  refreshTokenGrant,
  tokenIntrospection,
  tokenRevocation,
  type ClientAuth,
  type Configuration,
} from 'openid-client';
import { createPublicClient, createTestClient, REDIRECT_URI } from '../../src/features/oauth/oauth/clients/oauth.fixture.ts';
import { startTestServer } from '../support/server.ts';
import { allowByBrowser } from './by-browser.ts';

const server = await startTestServer();
const { call, make, url } = server;
const person = await make.person({ permissions: ['SVC_OPERATOR'] });
const client = await createTestClient(server);
const callerOf = async (token: string) => (await call('GET /account/me', { token })).body.id;

const configured = (id: string, proof: ClientAuth): Promise<Configuration> =>
  discovery(new URL(url), id, undefined, proof, { algorithm: 'oauth2', execute: [allowInsecureRequests] });

async function signIn(config: Configuration) {
  const verifier = randomPKCECodeVerifier();
  const state = randomState();
  const start = buildAuthorizationUrl(config, {
    redirect_uri: REDIRECT_URI,
    scope: 'user_default offline_access',
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
  });
  const back = await allowByBrowser(server, start, person);
  return authorizationCodeGrant(config, back, { pkceCodeVerifier: verifier, expectedState: state });
}

for (const [name, proof] of Object.entries({ 'HTTP Basic': ClientSecretBasic, 'fields of the form': ClientSecretPost })) {
  test(`openid-client signs a person in, refreshes, introspects and revokes by ${name}`, async () => {
    const config = await configured(client.id, proof(client.secret));
    const first = await signIn(config);
    assert.equal(await callerOf(first.access_token), person.id);
    const second = await refreshTokenGrant(config, first.refresh_token ?? '');
    assert.equal(await callerOf(second.access_token), person.id);
    const known = await tokenIntrospection(config, second.access_token);
    assert.deepEqual([known.active, known.sub, known.client_id], [true, person.id, client.id]);

    const narrow = await genericGrantRequest(config, 'urn:ietf:params:oauth:grant-type:token-exchange', {
      subject_token: second.access_token,
      subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      purpose: 'websocket',
    });
    assert.equal(narrow['issued_token_type'], 'urn:ietf:params:oauth:token-type:access_token');

    await tokenRevocation(config, second.refresh_token ?? '', { token_type_hint: 'refresh_token' });
    assert.equal((await tokenIntrospection(config, second.access_token)).active, false);
    await assert.rejects(refreshTokenGrant(config, second.refresh_token ?? ''), { error: 'invalid_grant' });
  });
}

test('openid-client gets a token for the client itself, by a secret and by a signed assertion', async () => {
  const bySecret = await clientCredentialsGrant(await configured(client.id, ClientSecretBasic(client.secret)), { scope: 'user_default' });
  assert.equal(bySecret.scope, 'user_default');
  const { publicKey, privateKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-384' }, true, ['sign', 'verify']);
  const jwk = { ...(await crypto.subtle.exportKey('jwk', publicKey)), kid: 'key', alg: 'ES384', use: 'sig' };
  const { crv, x, y, kty, kid, alg, use } = jwk;
  const signer = await createTestClient(server, {
    allowedAuthMethods: ['private_key_jwt'],
    publicKeys: [{ crv, x, y, kty, kid, alg, use }],
  });
  const config = await configured(signer.id, PrivateKeyJwt({ key: privateKey, kid: 'key' }));
  const byAssertion = await clientCredentialsGrant(config);
  assert.equal((await tokenIntrospection(config, byAssertion.access_token)).username, `servicebot\\${signer.id}`);
});

test('openid-client signs a person in for a public client, and refreshes', async () => {
  const native = await createPublicClient(server);
  const config = await configured(native.id, None());
  const first = await signIn(config);
  const second = await refreshTokenGrant(config, first.refresh_token ?? '');
  assert.equal(await callerOf(second.access_token), person.id);
  await tokenRevocation(config, second.refresh_token ?? '');
  await assert.rejects(refreshTokenGrant(config, second.refresh_token ?? ''), { error: 'invalid_grant' });
});

test('openid-client reads the refusal of a wrong secret', async () => {
  await assert.rejects(clientCredentialsGrant(await configured(client.id, ClientSecretPost('wrong'))), { error: 'invalid_client' });
  await assert.rejects(clientCredentialsGrant(await configured(client.id, ClientSecretBasic('wrong'))), /WWW-Authenticate|invalid_client/);
});
