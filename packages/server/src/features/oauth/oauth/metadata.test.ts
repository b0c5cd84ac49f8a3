// run: own server because it sets MILLRACE_PUBLIC_URL
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SCOPES } from '@millrace/contract';
import { allowInsecureRequests, customFetch, discovery, None } from 'openid-client';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'GET /.well-known/oauth-authorization-server';
const { call, url } = await startTestServer({ MILLRACE_ROLE: 'api' });

test('oauth.metadata.document', async () => {
  const { status, body } = await call(ROUTE, { token: undefined });
  assert.equal(status, 200);
  assert.equal(body.issuer, url);
  for (const [name, path] of Object.entries({
    authorization_endpoint: '/oauth/authorize',
    token_endpoint: '/oauth/token',
    revocation_endpoint: '/oauth/revoke',
    introspection_endpoint: '/oauth/introspect',
    device_authorization_endpoint: '/oauth/device_authorization',
    jwks_uri: '/.well-known/jwks.json',
    service_documentation: '/docs',
  }))
    assert.equal(body[name], url + path, name);
  for (const name of [...body.grant_types_supported, 'password']) {
    const { error } = (await call('POST /oauth/token', { token: undefined, body: { grant_type: name } })).body;
    assert.equal(error === 'unsupported_grant_type', name === 'password', name);
  }
  assert.deepEqual(body.scopes_supported, Object.keys(SCOPES));
  assert.equal('registration_endpoint' in body, false);
  assert.deepEqual(body.code_challenge_methods_supported, ['S256']);
  assert.equal(body.authorization_response_iss_parameter_supported, true);
  for (const endpoint of ['token', 'revocation', 'introspection'])
    assert.ok(!body[`${endpoint}_endpoint_auth_signing_alg_values_supported`].includes('none'), endpoint);
  assert.ok(!body.introspection_endpoint_auth_methods_supported.includes('none'), 'a service proves its identity');
});

test('oauth.metadata.document: a client of OAuth reads it', async () => {
  const found = await discovery(new URL(url), 'client', undefined, None(), { algorithm: 'oauth2', execute: [allowInsecureRequests] });
  assert.equal(found.serverMetadata().token_endpoint, `${url}/oauth/token`);
  assert.equal(found.serverMetadata().supportsPKCE(), true);
});

test('oauth.metadata.path', async () => {
  const issuer = 'https://jobs.example.com/etl/blue';
  const behindProxy = await startTestServer({ MILLRACE_ROLE: 'api', MILLRACE_PUBLIC_URL: issuer });
  const asked: string[] = [];
  // The proxy of the host passes on the address unchanged.
  const byProxy = (address: string) => {
    const { pathname } = new URL(address);
    asked.push(pathname);
    return fetch(behindProxy.url + pathname);
  };
  const found = await discovery(new URL(issuer), 'client', undefined, None(), { algorithm: 'oauth2', [customFetch]: byProxy });
  assert.deepEqual(asked, ['/.well-known/oauth-authorization-server/etl/blue']);
  assert.equal(found.serverMetadata().token_endpoint, `${issuer}/oauth/token`);

  const below = await behindProxy.call(ROUTE, { token: undefined });
  assert.equal(below.body.issuer, issuer, 'the proxy removes the path of the install from all other addresses');
  const other = new URL('https://jobs.example.com/other');
  await assert.rejects(
    discovery(other, 'client', undefined, None(), { algorithm: 'oauth2', [customFetch]: byProxy }),
    /issuer/i,
    'a client refuses the document of another issuer',
  );
});
