/** Requirements of the standards for OAuth that no other test covers. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { authorizing } from '../../src/features/oauth/oauth/authorize/authorizing.fixture.ts';
import { addCode, askToken, askTokenByForm, codeFields, createTestClient } from '../../src/features/oauth/oauth/clients/oauth.fixture.ts';
import { Browser } from '../support/browser.ts';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer();
const { call, make, url } = server;
const { client: makeClient, path, signedIn } = authorizing(server);
const client = await createTestClient(server);
const person = await make.person({});
const redeem = async () =>
  (await askToken(server, codeFields(client, await addCode(server, { client: client.id, account: person.id })))).body;
const decode = (part: string | undefined) => JSON.parse(Buffer.from(part ?? '', 'base64url').toString());

test('an answer with tokens must not be stored by caches', async () => {
  const answer = await askTokenByForm(server, { grant_type: 'client_credentials', client_id: client.id, client_secret: client.secret });
  assert.equal(answer.status, 200);
  assert.deepEqual([answer.headers.get('cache-control'), answer.headers.get('pragma')], ['no-store', 'no-cache']);
  assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
});

test('an access token has the type and the claims of RFC 9068', async () => {
  const { access_token: token } = await redeem();
  const [head, body] = token.split('.');
  const { alg, typ, kid } = decode(head);
  assert.deepEqual([alg, typ], ['ES384', 'at+jwt']);
  const claims = decode(body);
  assert.deepEqual([claims.iss, claims.aud, claims.sub, claims.client_id], [url, url, person.id, client.id]);
  assert.deepEqual(
    [typeof claims.iat, typeof claims.exp, typeof claims.auth_time, typeof claims.jti],
    ['number', 'number', 'number', 'string'],
  );
  assert.equal(claims.scope, 'user_default offline_access');
  const { body: set } = await call('GET /.well-known/jwks.json', { token: undefined });
  assert.ok(set.keys.some((key: { kid: string }) => key.kid === kid));
});

test('the published keys are public, with an id each, their use and their algorithm', async () => {
  await redeem();
  const { status, body } = await call('GET /.well-known/jwks.json', { token: undefined });
  assert.equal(status, 200);
  assert.ok(body.keys.length > 0);
  for (const { d, kty, crv, use, alg, kid } of body.keys)
    assert.deepEqual([d, kty, crv, use, alg, typeof kid], [undefined, 'EC', 'P-384', 'sig', 'ES384', 'string']);
  assert.equal(new Set(body.keys.map((key: { kid: string }) => key.kid)).size, body.keys.length);
});

test('codes and refresh tokens have 256 random bits', async () => {
  const codes = await Promise.all(Array.from({ length: 20 }, () => addCode(server, { client: client.id, account: person.id })));
  const { refresh_token: refresh } = await redeem();
  for (const token of [...codes, refresh]) assert.equal(Buffer.from(token.slice(4), 'base64url').length, 32, token);
  assert.equal(new Set(codes).size, codes.length);
});

test('no cross-origin call reads the authorisation endpoint and the pages', async () => {
  const id = await makeClient();
  for (const page of [path(id), path(id, {}, 'consent'), '/login']) {
    const headers = { origin: 'https://evil.example.com', 'access-control-request-method': 'GET' };
    for (const method of ['GET', 'OPTIONS']) {
      const answer = await fetch(url + page, { method, headers, redirect: 'manual' });
      assert.equal(answer.headers.get('access-control-allow-origin'), null, `${method} ${page}`);
    }
  }
});

test('the pages cannot be framed, load nothing from other sites, and send no referrer to them', async () => {
  const id = await makeClient();
  const { browser } = await signedIn();
  const pages = [
    await new Browser(url).open('/login'),
    await browser.open(path(id, {}, 'consent')),
    await browser.open(path('x'), { accept: 'text/html' }),
  ];
  for (const { headers, html } of pages) {
    assert.match(headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/);
    assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'/);
    assert.equal(headers.get('x-frame-options'), 'DENY');
    assert.equal(headers.get('referrer-policy'), 'no-referrer');
    assert.doesNotMatch(html, /<(?:script|img|iframe|link)[^>]*(?:src|href)="https?:/);
  }
});

test('no redirect sends the form of a sign-in or a consent on to another address', async () => {
  const id = await makeClient();
  const browser = new Browser(url);
  const { login, password } = person;
  const begun = await browser.open(path(id));
  const answers = [await browser.send(await browser.open(begun.location ?? ''), { login, password })];
  const consent = await browser.open((await browser.open(path(id))).location ?? '');
  answers.push(await browser.send(consent, { answer: 'allow' }, '/oauth/consent'));
  for (const { status } of answers) assert.ok(status === 303 || status === 200, String(status));
});

test('a refused bearer token is answered with the scheme and the reason', async () => {
  const none = await call('GET /account/me', { token: undefined });
  assert.match(none.headers.get('www-authenticate') ?? '', /^Bearer/);
  const wrong = await call('GET /account/me', { token: 'x' });
  assert.match(wrong.headers.get('www-authenticate') ?? '', /^Bearer.*error="invalid_token"/);
  const { access_token: token } = await redeem();
  for (const query of [{ access_token: token }, { token }])
    assert.equal((await call('GET /account/me', { token: undefined, query })).status, 401, 'a token in an address is not read');
});

test('no OAuth endpoint reveals which clients and tokens exist', async () => {
  const fields = { grant_type: 'client_credentials', client_secret: 'x' };
  const [unknown, known] = [crypto.randomUUID(), client.id];
  const answers = await Promise.all([unknown, known].map((client_id) => askToken(server, { ...fields, client_id })));
  const [first, second] = answers.map(({ status, body: { traceId: _id, ...body } }) => ({ status, body }));
  assert.deepEqual(first, second);
});
