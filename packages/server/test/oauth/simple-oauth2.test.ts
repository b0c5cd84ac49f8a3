/** The published library simple-oauth2 against this server. */
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { AuthorizationCode, ClientCredentials } from 'simple-oauth2';
import { createPublicClient, createTestClient, REDIRECT_URI } from '../../src/features/oauth/oauth/clients/oauth.fixture.ts';
import { startTestServer } from '../support/server.ts';
import { allowByBrowser } from './by-browser.ts';

const server = await startTestServer();
const { call, make, url } = server;
const person = await make.person({});
const client = await createTestClient(server);
const callerOf = async (token: unknown) => (await call('GET /account/me', { token: String(token) })).body.id;

async function signIn(library: AuthorizationCode) {
  const verifier = randomBytes(32).toString('base64url');
  const start = library.authorizeURL({
    redirect_uri: REDIRECT_URI,
    scope: 'user_default offline_access',
    state: 'state',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const back = await allowByBrowser(server, start, person);
  return library.getToken({ code: back.searchParams.get('code') ?? '', redirect_uri: REDIRECT_URI, code_verifier: verifier });
}

const WAYS = [
  { authorizationMethod: 'header', bodyFormat: 'form' },
  { authorizationMethod: 'body', bodyFormat: 'form' },
  { authorizationMethod: 'header', bodyFormat: 'json' },
  { authorizationMethod: 'body', bodyFormat: 'json' },
] as const;

for (const options of WAYS) {
  const way = `${options.authorizationMethod} and ${options.bodyFormat}`;

  test(`simple-oauth2 signs a person in, refreshes and revokes by ${way}`, async () => {
    const first = await signIn(new AuthorizationCode({ client, auth: { tokenHost: url }, options }));
    assert.equal(await callerOf(first.token['access_token']), person.id);
    assert.equal(first.expired(), false);
    const second = await first.refresh();
    assert.equal(await callerOf(second.token['access_token']), person.id);
    await second.revokeAll();
    assert.equal((await call('GET /account/me', { token: String(second.token['access_token']) })).status, 401);
    await assert.rejects(second.refresh(), /401/);
  });

  test(`simple-oauth2 gets a token for the client itself by ${way}`, async () => {
    const { token } = await new ClientCredentials({ client, auth: { tokenHost: url }, options }).getToken({ scope: 'user_default' });
    assert.deepEqual([token['scope'], token['token_type']], ['user_default', 'bearer']);
  });

  test(`simple-oauth2 signs a person in for a public client, whose secret is empty, by ${way}`, async () => {
    const native = await createPublicClient(server);
    const first = await signIn(new AuthorizationCode({ client: { id: native.id, secret: '' }, auth: { tokenHost: url }, options }));
    const second = await first.refresh();
    assert.equal(await callerOf(second.token['access_token']), person.id);
    await second.revoke('refresh_token');
    await assert.rejects(second.refresh(), /401/);
  });
}
