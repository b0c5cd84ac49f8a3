// run: own server because it sets MILLRACE_OUTBOUND_ALLOW
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createHmac, generateKeyPairSync, sign, type JsonWebKey, type KeyObject } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { runTimer } from '../../../../../test/support/background.ts';
import { assertRefused } from '../../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../../test/support/server.ts';
import { sql } from '../../../../core/database/sql.ts';
import { askToken, askTokenByForm, basicHeader, createPublicClient, createTestClient } from './oauth.fixture.ts';

const server = await startTestServer({ MILLRACE_OUTBOUND_ALLOW: 'loopback' });
const { call, count, platform } = server;
const TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

type Pair = { alg: 'RS256' | 'RS512' | 'ES384'; kid: string; privateKey: KeyObject; jwk: JsonWebKey };

function pair(alg: Pair['alg'], kid: string): Pair {
  const { publicKey, privateKey } =
    alg === 'ES384' ? generateKeyPairSync('ec', { namedCurve: 'P-384' }) : generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { alg, kid, privateKey, jwk: { ...publicKey.export({ format: 'jwk' }), kid, alg, use: 'sig' } };
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const DIGEST = { RS256: 'sha256', RS512: 'sha512', ES384: 'sha384' } as const;

function signed({ alg, privateKey }: Pick<Pair, 'alg' | 'privateKey'>, header: object, claims: object): string {
  const text = `${encode(header)}.${encode(claims)}`;
  const key = alg === 'ES384' ? { key: privateKey, dsaEncoding: 'ieee-p1363' as const } : privateKey;
  return `${text}.${sign(DIGEST[alg], Buffer.from(text), key).toString('base64url')}`;
}

const pairs = [pair('RS256', 'one'), pair('RS512', 'two'), pair('ES384', 'three')];
const [first = pair('RS256', '')] = pairs;
const client = await createTestClient(server, { allowedAuthMethods: ['private_key_jwt'], publicKeys: pairs.map(({ jwk }) => jwk) });
const seconds = (): number => Math.floor(Date.now() / 1000);
const claims = (more: object = {}) => ({
  iss: client.id,
  sub: client.id,
  aud: `${server.url}/oauth/token`,
  jti: crypto.randomUUID(),
  iat: seconds(),
  exp: seconds() + 300,
  ...more,
});
const assertion = (more: object = {}, header: object = {}, by: Pair = first) =>
  signed(by, { alg: by.alg, kid: by.kid, typ: 'JWT', ...header }, claims(more));
const ask = (client_assertion: string, more: object = {}) =>
  askToken(server, { grant_type: 'client_credentials', client_assertion_type: TYPE, client_assertion, ...more });
const refused = async (text: string, why: string): Promise<void> => {
  const before = await count('oauth_used_assertion');
  const answer = await ask(text);
  assert.deepEqual([answer.status, answer.body.error], [401, 'invalid_client'], why);
  assert.deepEqual(await count('oauth_used_assertion'), before, why);
};

test('oauth.token.client: by a secret in the body or by HTTP Basic', async () => {
  const own = await createTestClient(server);
  const fields = { grant_type: 'client_credentials' };
  assert.equal((await askToken(server, { ...fields, client_id: own.id, client_secret: own.secret })).status, 200);
  const percent = (text: string): string => text.replaceAll(/[^]/g, (one) => `%${one.charCodeAt(0).toString(16)}`);
  const encoded = [encodeURIComponent, percent, (text: string) => percent(text).toUpperCase()].map((encode) =>
    basicHeader({ id: encode(own.id), secret: encode(own.secret) }),
  );
  for (const header of [basicHeader(own), ...encoded]) assert.equal((await askTokenByForm(server, fields, header)).status, 200);
  assert.equal(encodeURIComponent(own.secret), own.secret, 'a client that does not encode its secret sends the same one');
  const { body: second } = await call('POST /api/v1/oauth-clients/{id}/client-secrets', { path: { id: own.id } });
  assert.equal((await askToken(server, { ...fields, client_id: own.id, client_secret: second.clientSecret })).status, 200);
  await call('DELETE /api/v1/oauth-clients/{id}/client-secrets/{hint}', { path: { id: own.id, hint: second.hint } });
  assertRefused(await askToken(server, { ...fields, client_id: own.id, client_secret: second.clientSecret }), 401, 'invalid_client');

  await runTimer(platform, 'store-client-secret-uses');
  const [hint] = (await call('GET /api/v1/oauth-clients/{id}', { path: { id: own.id } })).body.clientSecrets;
  assert.match(hint.lastUsedAt, /Z$/, 'oauth-clients.secrets.last-use');
});

test('oauth-clients.secrets.last-use', async () => {
  const own = await createTestClient(server);
  const read = async () => (await call('GET /api/v1/oauth-clients/{id}', { path: { id: own.id } })).body.clientSecrets[0];
  assert.equal('lastUsedAt' in (await read()), false);
  assertRefused(
    await askToken(server, { grant_type: 'client_credentials', client_id: own.id, client_secret: 'wrong' }),
    401,
    'invalid_client',
  );
  await runTimer(platform, 'store-client-secret-uses');
  assert.equal('lastUsedAt' in (await read()), false, 'a wrong secret does not count as a use');
  await askToken(server, { grant_type: 'client_credentials', client_id: own.id, client_secret: own.secret });
  await runTimer(platform, 'store-client-secret-uses');
  assert.match((await read()).lastUsedAt, /Z$/);
});

test('oauth.token.credentials', async () => {
  const own = await createTestClient(server);
  const ask = (fields: object, headers = {}) => askToken(server, { grant_type: 'client_credentials', ...fields }, headers);
  for (const wrong of ['wrong', `${own.secret}x`, own.secret.slice(0, -1), own.secret.toUpperCase()])
    assertRefused(await ask({ client_id: own.id, client_secret: wrong }), 401, 'invalid_client');
  for (const id of [crypto.randomUUID(), 'x', client.id, own.id.toUpperCase()])
    assertRefused(await ask({ client_id: id, client_secret: own.secret }), 401, 'invalid_client');
  assertRefused(await ask({ client_id: own.id }), 401, 'invalid_client');
  assertRefused(await ask({ client_secret: own.secret }), 400, 'invalid_request');
  const byHeader = await ask({}, basicHeader({ ...own, secret: 'wrong' }));
  assertRefused(byHeader, 401, 'invalid_client');
  assert.equal(byHeader.headers.get('www-authenticate'), 'Basic realm="OAuth clients"');
  assertRefused(await ask({ client_secret: own.secret }, basicHeader(own)), 400, 'invalid_request');
  assertRefused(await ask({ client_id: client.id }, basicHeader(own)), 400, 'invalid_request');
});

test('oauth.token.client: a header of HTTP Basic that cannot be read, and an empty secret, prove nothing', async () => {
  const own = await createTestClient(server);
  const native = await createPublicClient(server);
  const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });
  const unreadable = ['Basic', 'Basic  ', 'Basic !', basic(own.id).authorization, basic(`${own.id}:%`).authorization];
  for (const authorization of unreadable)
    for (const one of [own, native]) {
      const answer = await askToken(server, { grant_type: 'client_credentials', client_id: one.id }, { authorization });
      assert.deepEqual([answer.status, answer.headers.get('www-authenticate')], [401, 'Basic realm="OAuth clients"'], authorization);
    }
  const more = { client_id: own.id, grant_type: 'client_credentials' };
  for (const suffix of ['&', '&more=1', '%00'])
    assertRefused(await askToken(server, more, basic(`${own.id}:${own.secret}${suffix}`)), 401, 'invalid_client');
  for (const secret of [{ client_secret: '' }, {}]) assertRefused(await askToken(server, { ...more, ...secret }), 401, 'invalid_client');
  assertRefused(await askToken(server, more, basic(`${own.id}:`)), 401, 'invalid_client');
  assert.equal((await askToken(server, { ...more, client_secret: own.secret }, basic(`${own.id}:`))).status, 200);
  assert.equal((await askToken(server, { ...more, client_secret: own.secret }, { authorization: 'Bearer x' })).status, 200);
});

test('oauth.assertion.signature', async () => {
  for (const one of pairs) assert.equal((await ask(assertion({}, {}, one))).status, 200, one.alg);
  const fresh = pair('RS256', 'one');
  const [head = '', body = '', signature = ''] = assertion().split('.');
  const publicPem = Buffer.from(JSON.stringify(first.jwk));
  const confused = `${encode({ alg: 'HS256', kid: 'one' })}.${encode(claims())}`;
  const wrong: Record<string, string> = {
    'another key': assertion({}, {}, fresh),
    'an unknown kid': assertion({}, { kid: 'four' }),
    'no kid': assertion({}, { kid: undefined }),
    'the algorithm of another key': assertion({}, { alg: 'RS512' }),
    none: `${encode({ alg: 'none', kid: 'one' })}.${encode(claims())}.`,
    'none with a signature': `${encode({ alg: 'none', kid: 'one' })}.${body}.${signature}`,
    HS256: `${confused}.${createHmac('sha256', publicPem).update(confused).digest('base64url')}`,
    'an extension': assertion({}, { crit: ['exp'] }),
    'changed claims': `${head}.${encode(claims())}.${signature}`,
    'no signature': `${head}.${body}.`,
    'two parts': `${head}.${body}`,
    'another spelling': `${head}.${body}.${signature}=`,
    text: 'not a token',
  };
  for (const [why, text] of Object.entries(wrong)) await refused(text, why);
  const secretOnly = await createTestClient(server, { allowedAuthMethods: ['client_secret'] });
  await refused(assertion({ iss: secretOnly.id, sub: secretOnly.id }), 'a client that does not sign');
  assertRefused(
    await askToken(server, { grant_type: 'client_credentials', client_id: client.id, client_secret: client.secret }),
    401,
    'invalid_client',
  );
});

test('oauth.assertion.claims', async () => {
  for (const aud of [server.url, [`${server.url}/oauth/token`]]) assert.equal((await ask(assertion({ aud }))).status, 200, String(aud));
  const other = await createTestClient(server);
  const wrong: Record<string, object> = {
    'another issuer': { iss: other.id },
    'another subject': { sub: other.id },
    'no issuer': { iss: undefined },
    'another audience': { aud: 'https://other.example/oauth/token' },
    'several audiences': { aud: [server.url, 'https://other.example'] },
    'no audience': { aud: undefined },
    'an end in the past': { exp: seconds() - 31 },
    'an end too far ahead': { exp: seconds() + 400 },
    'no end': { exp: undefined },
    'an end that is text': { exp: String(seconds() + 60) },
    'a beginning in the future': { nbf: seconds() + 120 },
    'an issue in the future': { iat: seconds() + 120 },
    'no id': { jti: undefined },
    'an empty id': { jti: '' },
    'a long id': { jti: 'x'.repeat(513) },
    'an id that is a number': { jti: 1 },
  };
  for (const [why, more] of Object.entries(wrong)) await refused(assertion(more), why);
  assertRefused(await ask(assertion(), { client_id: other.id }), 400, 'invalid_request');
  assertRefused(await ask(assertion(), { client_assertion_type: 'urn:other' }), 400, 'invalid_request');
  assertRefused(await ask(assertion(), { client_secret: 'x' }), 400, 'invalid_request');
});

test('oauth.assertion.once', async () => {
  const jti = crypto.randomUUID();
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask(assertion({ jti }))));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array.from({ length: 19 }, () => 401)]);
  await refused(assertion({ jti, exp: seconds() + 100 }), 'another assertion with the same id');
});

test('oauth.assertion.key-set', async () => {
  const own = pair('ES384', 'hosted');
  let requests = 0;
  let answer: { status: number; body: string; headers?: Record<string, string> } = {
    status: 200,
    body: JSON.stringify({ keys: [own.jwk, null, { kid: 'bad' }] }),
  };
  const hosted = createServer((_request, response) => {
    requests += 1;
    response.writeHead(answer.status, answer.headers).end(answer.body);
  }).listen(0, '127.0.0.1');
  after(() => hosted.close());
  await once(hosted, 'listening');
  const address = `http://127.0.0.1:${(hosted.address() as AddressInfo).port}/keys`;
  const hostedClient = async (path: string) => {
    const made = await createTestClient(server, { allowedAuthMethods: ['private_key_jwt'], jwksUri: 'https://keys.example.com/' });
    await platform.db.writer.rows(sql`update oauth_client set jwks_uri = ${address + path} where id = ${made.id}`);
    return made;
  };
  const by = (id: string, one: Pair) => ask(assertion({ iss: id, sub: id }, {}, one));
  const good = await hostedClient('');
  for (let time = 0; time < 3; time += 1) assert.equal((await by(good.id, own)).status, 200);
  assert.equal(requests, 1, 'the set is read once');
  for (const kid of ['bad', 'unknown']) assert.equal((await by(good.id, { ...own, kid })).status, 401);
  assert.equal(requests, 1, 'an unknown key causes no further read so soon');

  const bodies = ['not JSON', '{}', JSON.stringify({ keys: 1 }), JSON.stringify({ keys: [own.jwk], more: 'x'.repeat(70_000) })];
  for (const [index, body] of bodies.entries()) {
    answer = { status: 200, body };
    assert.equal((await by((await hostedClient(`?body=${index}`)).id, own)).status, 401, body.slice(0, 40));
  }
  answer = { status: 302, body: '', headers: { location: address } };
  assert.equal((await by((await hostedClient('?redirect')).id, own)).status, 401);
  answer = { status: 500, body: '' };
  assert.equal((await by((await hostedClient('?fault')).id, own)).status, 401);
});
