import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestServer } from '../../../../test/support/server.ts';
import { createTestClient } from '../oauth/clients/oauth.fixture.ts';

const server = await startTestServer();
const { call, platform, url } = server;
const ORIGIN = 'https://page.example.com';
const preflight = (origin: string, path = '/oauth/token') =>
  fetch(url + path, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
  });

test('oauth-clients.origins.calls', async () => {
  const page = { appType: 'spa', clientName: 'Page', allowedOrigins: [ORIGIN], redirectUris: [], allowedGrantTypes: [] };
  const unknown = await preflight(ORIGIN);
  assert.deepEqual(
    [unknown.status, unknown.headers.get('access-control-allow-origin'), unknown.headers.get('vary')],
    [405, null, 'Origin'],
  );
  const { id } = await createTestClient(server, page);
  platform.cache.clear();
  for (const path of ['/oauth/token', '/oauth/revoke', '/account/me', '/api/v1/oauth-tokens', '/orchestration/environments']) {
    const { status, headers } = await preflight(ORIGIN, path);
    assert.deepEqual([status, headers.get('access-control-allow-origin'), headers.get('vary')], [204, ORIGIN, 'Origin'], path);
    assert.match(headers.get('access-control-allow-methods') ?? '', /DELETE/);
    assert.match(headers.get('access-control-allow-headers') ?? '', /authorization/);
    assert.equal(headers.get('access-control-allow-credentials'), null);
  }
  const ask = (origin: string) =>
    call('POST /oauth/token', { token: undefined, body: { grant_type: 'refresh_token', refresh_token: 'x' }, headers: { origin } });
  for (const answer of [
    await ask(ORIGIN),
    await call('GET /account/me', { headers: { origin: ORIGIN } }),
    await call('GET /account/me', { token: undefined, headers: { origin: ORIGIN } }),
  ]) {
    assert.equal(answer.headers.get('access-control-allow-origin'), ORIGIN, 'a refusal can be read, too');
    assert.match(answer.headers.get('access-control-expose-headers') ?? '', /retry-after/);
    assert.equal(answer.headers.get('access-control-allow-credentials'), null);
  }
  const authorize = await fetch(`${url}/oauth/authorize?client_id=${id}`, { headers: { origin: ORIGIN } });
  assert.deepEqual(
    [authorize.status, authorize.headers.get('access-control-allow-origin')],
    [400, null],
    'scripts cannot open the authorisation page',
  );
  for (const other of ['https://page.example.com:8443', 'http://page.example.com', 'https://evil.example', 'null', '*', `${ORIGIN}/`]) {
    const refused = await preflight(other);
    assert.deepEqual([refused.status, refused.headers.get('access-control-allow-origin')], [405, null], other);
    assert.equal((await ask(other)).headers.get('access-control-allow-origin'), null, other);
  }
  assert.equal((await fetch(`${url}/account/me`, { method: 'OPTIONS', headers: { origin: ORIGIN } })).status, 405, 'no preflight');
  await call('DELETE /api/v1/oauth-clients/{id}', { path: { id }, headers: { 'service-confirm-delete': id } });
  platform.cache.clear();
  assert.equal((await preflight(ORIGIN)).status, 405);
});
