// run: own server, waiting because it sets MILLRACE_LOG_LEVEL and MILLRACE_OPENID_CREATE_USERS
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { describe, test } from 'node:test';
import { Browser, type SeenPage } from '../../../../test/support/browser.ts';
import {
  signedByStranger,
  hmac,
  sendJson,
  JWKS,
  metadataOf,
  PUBLIC_KEY,
  tokenAnswer,
  type Forged,
} from '../../../../test/support/forged-tokens.ts';
import { openIdSettings, startAnswering } from '../../../../test/support/identity-provider.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { SIGN_IN_TABLES } from '../../../../test/support/single-sign-on.ts';

// A provider whose signed answers the test chooses.
const provider = await startAnswering();
const issuer = provider.url;
const server = await startTestServer({
  ...(await openIdSettings(issuer)),
  MILLRACE_LOG_LEVEL: 'debug',
  MILLRACE_OPENID_CREATE_USERS: 'on',
});
const { call, count, make, platform, url } = server;

const METADATA = metadataOf(issuer);

type Answers = Record<string, (response: ServerResponse) => void>;

/** Makes the provider answer normally, except at these paths. */
function serve(answers: Answers = {}, metadata: object = {}): void {
  platform.cache.clear();
  const all: Answers = {
    '/.well-known/openid-configuration': (response) => sendJson(response, { ...METADATA, ...metadata }),
    '/jwks': (response) => sendJson(response, JWKS),
    ...answers,
  };
  provider.answer((request, response) => (all[request.url ?? ''] ?? (() => response.writeHead(404).end()))(response));
}

/** Signs in at a provider with these answers. `changed` changes the query with which the browser comes back. */
async function comesBack(
  token: Forged | ((response: ServerResponse) => void),
  { metadata = {}, answers = {}, changed = '' }: { metadata?: object; answers?: Answers; changed?: string } = {},
): Promise<SeenPage & { browser: Browser }> {
  serve({}, metadata);
  const browser = new Browser(url);
  const { location, html } = await browser.open('/login/openid');
  assert.ok(location, html);
  const query = new URL(location).searchParams;
  const nonce = query.get('nonce') ?? '';
  const answer = typeof token === 'function' ? token : (response: ServerResponse) => sendJson(response, tokenAnswer(issuer, nonce, token));
  provider.answer((request, response) => {
    const all: Answers = { '/jwks': (one) => sendJson(one, JWKS), '/token': answer, ...answers };
    (all[request.url ?? ''] ?? (() => response.writeHead(404).end()))(response);
  });
  return { ...(await browser.open(`/login/openid/callback?code=c&state=${query.get('state')}${changed}`)), browser };
}

const UNPROVED = 'The answer of Example & Co does not prove who you are. Sign in again, or ask an administrator.';
const AWAY = 'Example & Co cannot be reached, or does not answer as it should. Try again later, or use your password.';

async function refuses(work: () => Promise<SeenPage>, status: number, alert: string, fault: string): Promise<void> {
  const before = await count(...SIGN_IN_TABLES);
  const answer = await work();
  assert.deepEqual([answer.status, answer.alert], [status, alert], fault);
  assert.deepEqual(await count(...SIGN_IN_TABLES), before, fault);
  assert.ok(!answer.headers.getSetCookie().some((one) => one.startsWith('millrace_session=')), fault);
}

test('a valid answer signs the person in', async () => {
  assert.equal((await comesBack({})).status, 303);
  assert.equal((await comesBack({ claims: { aud: ['millrace'] } })).status, 303);
  const { status, browser } = await comesBack(
    {},
    { metadata: { authorization_response_iss_parameter_supported: true }, changed: `&iss=${issuer}` },
  );
  assert.equal(status, 303);
  const { body } = await call('GET /account/me', { token: undefined, headers: { cookie: browser.cookie } });
  assert.equal(body.login, 'forged@example.com');
});

describe('sign-in.openid.token', () => {
  const forged: Record<string, Forged> = {
    'another nonce': { claims: { nonce: 'x'.repeat(43) } },
    'no nonce': { claims: { nonce: undefined } },
    'another key under the same name': { signer: signedByStranger },
    'a key that the provider does not have': { header: { kid: 'second' }, signer: signedByStranger },
    'another client': { claims: { aud: 'another' } },
    'several clients, for another one': { claims: { aud: ['millrace', 'another'], azp: 'another' } },
    'another issuer': { claims: { iss: 'https://issuer.example.com' } },
    'no signature': { header: { alg: 'none' }, signer: () => '' },
    'the secret of the client as key': { header: { alg: 'HS256' }, signer: hmac('a secret of the client: %+&') },
    'the public key as secret': {
      header: { alg: 'HS256' },
      signer: hmac(PUBLIC_KEY),
    },
    'a token of the past': { claims: { iat: 1_700_000_000, exp: 1_700_000_060 } },
    'no end': { claims: { exp: undefined } },
    'no subject': { claims: { sub: undefined } },
    'no ID token': { sent: () => ({ access_token: 'x', token_type: 'Bearer' }) },
    'an ID token of two parts': { sent: (token) => ({ access_token: 'x', token_type: 'Bearer', id_token: token.split('.', 2).join('.') }) },
  };
  for (const [fault, token] of Object.entries(forged))
    test(`sign-in.openid.token: ${fault}`, () => refuses(() => comesBack(token), 403, UNPROVED, fault));

  test('sign-in.openid.token: another issuer in the address', async () => {
    const metadata = { authorization_response_iss_parameter_supported: true };
    for (const changed of ['', '&iss=https%3A%2F%2Fissuer.example.com'])
      await refuses(() => comesBack({}, { metadata, changed }), 403, UNPROVED, changed);
  });

  test('sign-in.openid.token: a code that the provider does not accept', () =>
    refuses(() => comesBack((response) => sendJson(response, { error: 'invalid_grant' }, 400)), 403, UNPROVED, 'invalid_grant'));

  test('sign-in.openid.token: userinfo of another person', () =>
    refuses(
      () =>
        comesBack(
          {},
          {
            metadata: { userinfo_endpoint: `${issuer}/userinfo` },
            answers: { '/userinfo': (response) => sendJson(response, { sub: 'another', email: 'admin@localhost', email_verified: true }) },
          },
        ),
      403,
      UNPROVED,
      'userinfo',
    ));

  test('sign-in.openid.verified: the address and its verification come from one source', async () => {
    const victim = await make.user();
    const { status, browser } = await comesBack(
      { claims: { sub: 'mixed', email: `${victim.login}@example.com` } },
      {
        metadata: { userinfo_endpoint: `${issuer}/userinfo` },
        answers: { '/userinfo': (response) => sendJson(response, { sub: 'mixed', email: 'mixed@example.com', email_verified: true }) },
      },
    );
    assert.equal(status, 303);
    const { body } = await call('GET /account/me', { token: undefined, headers: { cookie: browser.cookie } });
    assert.equal(body.login, 'mixed@example.com');
  });
});

const nonsense: Record<string, (response: ServerResponse) => void> = {
  'an error of the server': (response) => sendJson(response, {}, 500),
  'a page': (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
  'JSON that is cut off': (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{"issuer": "htt'),
  'a list': (response) => sendJson(response, []),
  'a redirect': (response) => void response.writeHead(302, { location: `${issuer}/.well-known/openid-configuration` }).end(),
  'too much': (response) => sendJson(response, { ...METADATA, padding: 'x'.repeat(1_000_000) }),
  'a connection that breaks': (response) => void response.destroy(),
};

describe('sign-in.openid.away', () => {
  const begin = (): Promise<SeenPage> => new Browser(url).open('/login/openid');
  const DISCOVERY = '/.well-known/openid-configuration';

  for (const [fault, answer] of Object.entries(nonsense)) {
    test(`sign-in.openid.away: the discovery is ${fault}`, () => {
      serve({ [DISCOVERY]: answer });
      return refuses(begin, 502, AWAY, fault);
    });
    if (fault !== 'a list') test(`sign-in.openid.away: the token is ${fault}`, () => refuses(() => comesBack(answer), 502, AWAY, fault));
  }

  test('sign-in.openid.away: documents that name wrong addresses', async () => {
    for (const metadata of [
      { issuer: 'https://issuer.example.com' },
      { authorization_endpoint: undefined },
      { authorization_endpoint: 'javascript:alert(1)' },
      { authorization_endpoint: 'http://issuer.example.com/authorize' },
      { authorization_endpoint: 'no address' },
    ]) {
      serve({}, metadata);
      await refuses(begin, 502, AWAY, JSON.stringify(metadata));
    }
    for (const metadata of [{ token_endpoint: 'http://issuer.example.com/token' }, { jwks_uri: undefined }, { token_endpoint: undefined }])
      await refuses(() => comesBack({}, { metadata }), 502, AWAY, JSON.stringify(metadata));
  });

  test('sign-in.openid.away: keys that cannot be read', () =>
    refuses(() => comesBack({}, { answers: { '/jwks': (response) => sendJson(response, {}, 500) } }), 502, AWAY, 'keys'));

  test('sign-in.openid.away: a provider that does not answer, and one that stops in the middle', async () => {
    const hanging: Answers = { [DISCOVERY]: () => {} };
    serve(hanging);
    const answers = await Promise.all([begin(), begin()]);
    assert.deepEqual(
      answers.map(({ status, alert }) => [status, alert]),
      [
        [502, AWAY],
        [502, AWAY],
      ],
    );
    await refuses(
      () => comesBack((response) => void response.writeHead(200, { 'content-type': 'application/json' }).write('{')),
      502,
      AWAY,
      'slow',
    );
  });

  test('sign-in.openid.away: a password still signs in, and a provider that comes back is used at once', async () => {
    serve({ [DISCOVERY]: (response) => sendJson(response, {}, 503) });
    const { login, password } = await make.person();
    const browser = new Browser(url);
    const page = await browser.open('/login/openid?return_to=/account');
    assert.equal(page.status, 502);
    const done = await browser.send(page, { login, password });
    assert.deepEqual([done.status, done.location], [303, '/account']);
    serve();
    assert.equal((await begin()).status, 303);
  });

  test('sign-in.openid.away: the documents are read once an hour', async () => {
    let read = 0;
    serve({ [DISCOVERY]: (response) => ((read += 1), sendJson(response, METADATA)) });
    await Promise.all([begin(), begin(), begin()]);
    await begin();
    assert.equal(read, 1);
  });
});

test('no line of the log has a code, a token or the secret of the client', async () => {
  const { readFile } = await import('node:fs/promises');
  const text = await readFile(`${server.home}/server.log`, 'utf8');
  assert.match(text, /a sign-in through the identity provider failed/);
  for (const secret of ['an access token', 'a secret of the client', 'eyJ', 'code=']) assert.ok(!text.includes(secret), secret);
});
