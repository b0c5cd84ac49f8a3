// run: own process, waiting, in test:all because it starts a browser
/** A person signs in for an OAuth client, allows it, refuses it, and comes back after its session has ended: in Chromium, without scripts of pages. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import axe from 'axe-core';
import { sql } from '../../src/core/database/sql.ts';
import { findChromium, startChromium } from '../support/chromium.ts';
import { startTestServer } from '../support/server.ts';

const program = findChromium();
const skip = program === undefined && 'no Chromium on this machine';
const server = await startTestServer();
const { call, make, platform, url } = server;
const VERIFIER = 'v'.repeat(64);

/** The client: a program on this machine. Its redirect URI redirects once more, to another host, as some do. */
const client = createServer((request, response) => {
  const { port } = client.address() as AddressInfo;
  if (request.url?.startsWith('/done')) {
    response.writeHead(302, { location: `http://localhost:${port}/home${request.url.slice('/done'.length)}` }).end();
    return;
  }
  response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Home of the client</title><p>Home</p>');
});

describe('the pages of OAuth, in a browser', { skip, timeout: 120_000 }, () => {
  let tab: Awaited<ReturnType<typeof startChromium>>;
  let person: Awaited<ReturnType<typeof make.person>>;
  let redirectUri = '';
  let clientId = '';
  let trustedId = '';

  before(async () => {
    await new Promise<void>((resolve) => void client.listen(0, '127.0.0.1', resolve));
    redirectUri = `http://127.0.0.1:${(client.address() as AddressInfo).port}/done`;
    tab = await startChromium(program ?? '');
    person = await make.person();
    const body = {
      appType: 'native',
      clientName: 'Report',
      redirectUris: ['http://127.0.0.1/done'],
      allowedScopes: ['user_default', 'offline_access'],
    };
    clientId = (await call('POST /api/v1/oauth-clients', { body })).body.clientId;
    const trusted = { ...body, connectionConfig: { consentMethod: 'trusted' } };
    trustedId = (await call('POST /api/v1/oauth-clients', { body: trusted })).body.clientId;
  });
  after(async () => {
    await tab.stop();
    client.close();
    client.closeAllConnections();
  });

  const request = (id: string, more: Record<string, string> = {}): string =>
    `${url}/oauth/authorize?${new URLSearchParams({
      client_id: id,
      redirect_uri: redirectUri,
      response_type: 'code',
      state: 'of the client',
      scope: 'user_default offline_access',
      code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
      code_challenge_method: 'S256',
      ...more,
    })}`;

  async function signIn(): Promise<void> {
    await tab.focused('login');
    await tab.type(person.login);
    await tab.fill('password', person.password);
    await tab.enter();
  }

  /** The parameters with which the browser has reached the client, after all redirects. */
  async function receivedParameters(): Promise<Record<string, string>> {
    const address = new URL(await tab.reached('/home'));
    assert.equal(`${address.hostname}${address.pathname}`, 'localhost/home');
    return Object.fromEntries(address.searchParams);
  }

  async function hasNoViolation(): Promise<void> {
    await tab.send('Emulation.setScriptExecutionDisabled', { value: false });
    await tab.evaluate(`${axe.source}; undefined`);
    const found = await tab.evaluateLater<string>(
      `axe.run().then(({ violations }) => JSON.stringify(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])))`,
    );
    await tab.send('Emulation.setScriptExecutionDisabled', { value: true });
    assert.deepEqual(JSON.parse(found), []);
  }

  it('signs in for a trusted client, and goes on to it', async () => {
    await tab.open(request(trustedId, { login_hint: 'nobody' }));
    assert.match(await tab.path(), /^\/login\?/);
    await hasNoViolation();
    assert.equal(await tab.evaluate(`document.getElementById('login').value`), 'nobody');
    await tab.fill('login', person.login);
    await tab.fill('password', person.password);
    await tab.enter();
    const { code, state, iss } = await receivedParameters();
    assert.deepEqual([code?.slice(0, 4), state, iss], ['mrk_', 'of the client', url]);
  });

  it('asks for consent, and goes on with a code that gives tokens', async () => {
    await tab.open(request(clientId));
    assert.match(await tab.path(), /^\/oauth\/consent\?/);
    const text = await tab.text();
    for (const words of [
      'Allow Report to act for you?',
      person.login,
      'Act for you when you are not signed in',
      'a program on your computer',
    ])
      assert.ok(text.includes(words), words);
    await hasNoViolation();
    await tab.click('button[value="allow"]');
    const { code } = await receivedParameters();
    const body = { grant_type: 'authorization_code', code, client_id: clientId, redirect_uri: redirectUri, code_verifier: VERIFIER };
    const tokens = await call('POST /oauth/token', { token: undefined, body });
    assert.deepEqual([tokens.status, tokens.body.scope], [200, 'user_default offline_access'], JSON.stringify(tokens.body));
    assert.equal((await call('GET /account/me', { token: tokens.body.access_token })).body.id, person.id);
  });

  it('brings a refusal to the client', async () => {
    await tab.open(request(clientId));
    await tab.click('button[value="refuse"]');
    const { error, state, code } = await receivedParameters();
    assert.deepEqual([error, state, code], ['access_denied', 'of the client', undefined]);
  });

  it('signs in again when the session ends before the answer', async () => {
    await tab.open(request(clientId));
    await platform.db.writer.rows(sql`delete from sign_in_session where account_id = ${person.id}`);
    await tab.click('button[value="allow"]');
    assert.match(await tab.path(), /^\/login\?/);
    await signIn();
    await tab.reached('/oauth/consent');
    await tab.click('button[value="allow"]');
    assert.equal((await receivedParameters())['code']?.slice(0, 4), 'mrk_');
  });

  it('lets another person sign in', async () => {
    const first = person;
    person = await make.person();
    await tab.open(request(clientId));
    assert.ok((await tab.text()).includes(first.login));
    await tab.click('main > p > a');
    await signIn();
    await tab.reached('/oauth/consent');
    assert.ok((await tab.text()).includes(person.login));
  });

  it('allows a device after the sign-in', async () => {
    const { body } = await call('POST /oauth/device_authorization', { token: undefined, body: { client_id: clientId } });
    await platform.db.writer.rows(sql`delete from sign_in_session where account_id = ${person.id}`);
    await tab.open(body.verification_uri_complete);
    await signIn();
    await tab.reached('/device');
    assert.equal(await tab.evaluate(`document.getElementById('user_code').value`), body.user_code);
    await hasNoViolation();
    await tab.click('form[action="/device"] button');
    const text = await tab.text();
    for (const words of ['Allow Report?', body.user_code, person.login, 'If someone has sent you the code, refuse'])
      assert.ok(text.includes(words), `${words} in ${text}`);
    await hasNoViolation();
    await tab.click('button[value="allow"]');
    assert.match(await tab.text(), /The device is signed in/);
    const grant = { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code: body.device_code, client_id: clientId };
    assert.equal((await call('POST /oauth/token', { token: undefined, body: grant })).status, 200);
  });

  it('explains a request that it cannot send back', async () => {
    await tab.open(request(clientId, { redirect_uri: 'https://evil.example.com/' }));
    assert.match(await tab.text(), /redirect_uri must be one of the redirectUris of the client 'Report'/);
    await hasNoViolation();
  });
});
