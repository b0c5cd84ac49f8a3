/** The published library oauth4webapi against this server. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  allowInsecureRequests,
  authorizationCodeGrantRequest,
  calculatePKCECodeChallenge,
  clientCredentialsGrantRequest,
  ClientSecretBasic,
  ClientSecretPost,
  discoveryRequest,
  generateRandomCodeVerifier,
  generateRandomState,
  introspectionRequest,
  None,
  processAuthorizationCodeResponse,
  processClientCredentialsResponse,
  processDiscoveryResponse,
  processIntrospectionResponse,
  processRefreshTokenResponse,
  processRevocationResponse,
  refreshTokenGrantRequest,
  revocationRequest,
  validateAuthResponse,
  validateJwtAccessToken,
  type Client,
  type ClientAuth,
} from 'oauth4webapi';
import { createPublicClient, createTestClient, REDIRECT_URI } from '../../src/features/oauth/oauth/clients/oauth.fixture.ts';
import { startTestServer } from '../support/server.ts';
import { allowByBrowser } from './by-browser.ts';

const server = await startTestServer();
const { make, url } = server;
const unsafe = { [allowInsecureRequests]: true };
const issuer = new URL(url);
const install = await processDiscoveryResponse(issuer, await discoveryRequest(issuer, { algorithm: 'oauth2', ...unsafe }));
const person = await make.person({});
const made = await createTestClient(server);

async function signIn(client: Client, proof: ClientAuth) {
  const verifier = generateRandomCodeVerifier();
  const state = generateRandomState();
  const start = new URL(install.authorization_endpoint ?? '');
  start.search = new URLSearchParams({
    client_id: client.client_id,
    redirect_uri: REDIRECT_URI,
    response_type: 'code',
    scope: 'user_default offline_access',
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
  }).toString();
  const callback = validateAuthResponse(install, client, await allowByBrowser(server, start, person), state);
  const answer = await authorizationCodeGrantRequest(install, client, proof, callback, REDIRECT_URI, verifier, unsafe);
  return processAuthorizationCodeResponse(install, client, answer);
}

const refresh = async (client: Client, proof: ClientAuth, token: string) =>
  processRefreshTokenResponse(install, client, await refreshTokenGrantRequest(install, client, proof, token, unsafe));

for (const [name, proof] of Object.entries({ 'HTTP Basic': ClientSecretBasic, 'fields of the form': ClientSecretPost }))
  test(`oauth4webapi signs a person in, refreshes, introspects and revokes by ${name}`, async () => {
    const client = { client_id: made.id };
    const clientAuth = proof(made.secret);
    const first = await signIn(client, clientAuth);
    const second = await refresh(client, clientAuth, first.refresh_token ?? '');
    const read = async () =>
      processIntrospectionResponse(install, client, await introspectionRequest(install, client, clientAuth, second.access_token, unsafe));
    const known = await read();
    assert.deepEqual([known.active, known.sub], [true, person.id]);
    await processRevocationResponse(await revocationRequest(install, client, clientAuth, second.refresh_token ?? '', unsafe));
    assert.equal((await read()).active, false);
    await assert.rejects(refresh(client, clientAuth, second.refresh_token ?? ''), { error: 'invalid_grant' });
  });

test('oauth4webapi gets a token for the client itself and checks it by the published keys, as a resource server does', async () => {
  const client = { client_id: made.id };
  const answer = await clientCredentialsGrantRequest(install, client, ClientSecretBasic(made.secret), { scope: 'user_default' }, unsafe);
  const { access_token: token } = await processClientCredentialsResponse(install, client, answer);
  const request = new Request(url, { headers: { authorization: `Bearer ${token}` } });
  const claims = await validateJwtAccessToken(install, request, url, unsafe);
  assert.deepEqual([claims.client_id, claims.scope], [made.id, 'user_default']);
});

test('oauth4webapi signs a person in for a public client, and refreshes', async () => {
  const native = await createPublicClient(server);
  const client = { client_id: native.id };
  const first = await signIn(client, None());
  const second = await refresh(client, None(), first.refresh_token ?? '');
  assert.equal(second.scope, 'user_default offline_access');
});

test('oauth4webapi reads the refusal of a wrong verifier and of a wrong secret', async () => {
  const client = { client_id: made.id };
  await assert.rejects(signIn(client, ClientSecretPost('wrong')), { error: 'invalid_client' });
  const answer = await clientCredentialsGrantRequest(install, client, ClientSecretPost(made.secret), { scope: 'unknown' }, unsafe);
  await assert.rejects(processClientCredentialsResponse(install, client, answer), { error: 'invalid_scope' });
});
