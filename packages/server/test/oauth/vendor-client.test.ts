// run: own process because the client of the vendor keeps tokens for the whole process
/** The published client library of the original product, @qlik/api, against this server. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getWebResourceAuthParams, type HostConfig } from '@qlik/api/auth';
import { getOAuthClients } from '@qlik/api/oauth-clients';
import { getMyUser } from '@qlik/api/users';
import { createPublicClient, createTestClient, REDIRECT_URI, tokensFor } from '../../src/features/oauth/oauth/clients/oauth.fixture.ts';
import { startTestServer } from '../support/server.ts';
import { allowByBrowser } from './by-browser.ts';

const server = await startTestServer();
const { call, make, url } = server;
const person = await make.person({ permissions: ['SVC_OPERATOR'] });
const client = await createTestClient(server);
type OauthConfig = Extract<HostConfig, { authType?: 'oauth2' }>;

const web: OauthConfig = { authType: 'oauth2', host: url, clientId: client.id, clientSecret: client.secret };
const userOf = async (hostConfig: OauthConfig) => (await getMyUser({ hostConfig, noCache: true })).data;

test('the client of the vendor acts for itself', async () => {
  assert.equal((await userOf(web)).subject, `servicebot\\${client.id}`);
  const { data } = await getOAuthClients({}, { hostConfig: { ...web, scope: 'admin_classic' }, noCache: true });
  assert.ok(data.data?.some(({ clientId }) => clientId === client.id));
});

test('the client of the vendor acts for a user by subject and by id', async () => {
  const { body } = await call('GET /api/v1/users/{userId}', { path: { userId: person.id } });
  for (const one of [{ subject: body.subject }, { userId: person.id }]) assert.equal((await userOf({ ...web, ...one })).id, person.id);
});

test('the client of the vendor signs a person in with a code and PKCE', async () => {
  const native = await createPublicClient(server);
  const performInteractiveLogin: OauthConfig['performInteractiveLogin'] = async ({ getLoginUrl }) =>
    (await allowByBrowser(server, await getLoginUrl({ redirectUri: REDIRECT_URI }), person)).href;
  const hostConfig: OauthConfig = { authType: 'oauth2', host: url, clientId: native.id, performInteractiveLogin };
  assert.equal((await userOf(hostConfig)).id, person.id);
});

test('the client of the vendor refreshes a token that has ended', async () => {
  const tokens = await tokensFor(server, client, person.id);
  const kept = new Map([
    ['access', 'ended'],
    ['refresh', tokens.refresh_token],
  ]);
  const kindOf = (name: string): string => (name.endsWith('refresh-token') ? 'refresh' : 'access');
  const accessTokenStorage: OauthConfig['accessTokenStorage'] = {
    get: async (name) => kept.get(kindOf(name)),
    store: async (name, value) => void kept.set(kindOf(name), value),
    delete: async (name) => void kept.delete(kindOf(name)),
  };
  assert.equal((await userOf({ ...web, scope: 'user_default offline_access', accessTokenStorage })).id, person.id);
  assert.notEqual(kept.get('refresh'), tokens.refresh_token);
});

test('the client of the vendor exchanges its token for one of a web resource', async () => {
  const { queryParams } = await getWebResourceAuthParams({ hostConfig: { ...web, scope: 'user_default admin_classic' } });
  const { status, body } = await call('GET /account/me', { token: queryParams['accessToken'] });
  assert.deepEqual([status, body.login], [200, `servicebot\\${client.id}`], JSON.stringify(body));
});

test('the client of the vendor reads a refusal', async () => {
  const { id: clientId } = await createTestClient(server);
  await assert.rejects(userOf({ ...web, clientId, clientSecret: 'wrong' }), (error: Error & { errors?: { code: string }[] }) => {
    assert.equal(error.errors?.[0]?.code, 'OAUTH-14', String(error));
    return true;
  });
});
