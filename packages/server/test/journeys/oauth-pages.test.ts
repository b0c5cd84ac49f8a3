// run: own process, waiting, browser, in test:all because it starts a browser
/** A person signs in for an OAuth client, allows it, refuses it, and comes back after its session has ended: in Chromium, without scripts of pages. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../src/core/database/sql.ts';
import { violationsIn } from '../support/accessibility.ts';
import { closeBrowser, openContext, skipsBrowserTests, type CDPSession, type Page } from '../support/chromium.ts';
import { startTestServer } from '../support/server.ts';

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

describe('the pages of OAuth, in a browser', { skip: skipsBrowserTests, timeout: 120_000 }, () => {
  let page: Page;
  let devTools: CDPSession;
  let person: Awaited<ReturnType<typeof make.person>>;
  let redirectUri = '';
  let clientId = '';
  let trustedId = '';

  before(async () => {
    await new Promise<void>((resolve) => void client.listen(0, '127.0.0.1', resolve));
    redirectUri = `http://127.0.0.1:${(client.address() as AddressInfo).port}/done`;
    const context = await openContext();
    page = await context.newPage();
    devTools = await context.newCDPSession(page);
    await disableScripts(true);
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
    await closeBrowser();
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

  const disableScripts = (value: boolean): Promise<unknown> => devTools.send('Emulation.setScriptExecutionDisabled', { value });
  const reaches = (path: string): Promise<void> => page.waitForURL(({ pathname }) => pathname === path);
  const shows = (words: string): Promise<void> => page.getByText(words).first().waitFor();

  async function signIn(): Promise<void> {
    await page.locator('#login:focus').waitFor();
    await page.keyboard.type(person.login);
    await page.locator('#password').fill(person.password);
    await page.keyboard.press('Enter');
  }

  /** The parameters with which the browser has reached the client, after all redirects. */
  async function receivedParameters(): Promise<Record<string, string>> {
    await reaches('/home');
    const address = new URL(page.url());
    assert.equal(`${address.hostname}${address.pathname}`, 'localhost/home');
    return Object.fromEntries(address.searchParams);
  }

  async function assertNoViolation(): Promise<void> {
    // Axe is a script of the page, and waits for promises.
    await disableScripts(false);
    assert.deepEqual(await violationsIn(page), []);
    await disableScripts(true);
  }

  it('signs in for a trusted client, and goes on to it', async () => {
    await page.goto(request(trustedId, { login_hint: 'nobody' }));
    await reaches('/login');
    await assertNoViolation();
    assert.equal(await page.inputValue('#login'), 'nobody');
    await page.locator('#login').fill(person.login);
    await page.locator('#password').fill(person.password);
    await page.keyboard.press('Enter');
    const { code, state, iss } = await receivedParameters();
    assert.deepEqual([code?.slice(0, 4), state, iss], ['mrk_', 'of the client', url]);
  });

  it('asks for consent, and goes on with a code that gives tokens', async () => {
    await page.goto(request(clientId));
    await reaches('/oauth/consent');
    for (const words of [
      'Allow Report to act for you?',
      person.login,
      'Act for you when you are not signed in',
      'a program on your computer',
    ])
      await shows(words);
    await assertNoViolation();
    await page.locator('button[value="allow"]').click();
    const { code } = await receivedParameters();
    const body = { grant_type: 'authorization_code', code, client_id: clientId, redirect_uri: redirectUri, code_verifier: VERIFIER };
    const tokens = await call('POST /oauth/token', { token: undefined, body });
    assert.deepEqual([tokens.status, tokens.body.scope], [200, 'user_default offline_access'], JSON.stringify(tokens.body));
    assert.equal((await call('GET /account/me', { token: tokens.body.access_token })).body.id, person.id);
  });

  it('brings a refusal to the client', async () => {
    await page.goto(request(clientId));
    await page.locator('button[value="refuse"]').click();
    const { error, state, code } = await receivedParameters();
    assert.deepEqual([error, state, code], ['access_denied', 'of the client', undefined]);
  });

  it('signs in again when the session ends before the answer', async () => {
    await page.goto(request(clientId));
    await platform.db.writer.rows(sql`delete from sign_in_session where account_id = ${person.id}`);
    await page.locator('button[value="allow"]').click();
    await reaches('/login');
    await signIn();
    await reaches('/oauth/consent');
    await page.locator('button[value="allow"]').click();
    assert.equal((await receivedParameters())['code']?.slice(0, 4), 'mrk_');
  });

  it('lets another person sign in', async () => {
    const first = person;
    person = await make.person();
    await page.goto(request(clientId));
    await shows(first.login);
    await page.locator('main > p > a').click();
    await signIn();
    await reaches('/oauth/consent');
    await shows(person.login);
  });

  it('allows a device after the sign-in', async () => {
    const { body } = await call('POST /oauth/device_authorization', { token: undefined, body: { client_id: clientId } });
    await platform.db.writer.rows(sql`delete from sign_in_session where account_id = ${person.id}`);
    await page.goto(body.verification_uri_complete);
    await signIn();
    await reaches('/device');
    assert.equal(await page.inputValue('#user_code'), body.user_code);
    await assertNoViolation();
    await page.locator('form[action="/device"] button').click();
    for (const words of ['Allow Report?', body.user_code, person.login, 'If someone has sent you the code, refuse']) await shows(words);
    await assertNoViolation();
    await page.locator('button[value="allow"]').click();
    await shows('The device is signed in');
    const grant = { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code: body.device_code, client_id: clientId };
    assert.equal((await call('POST /oauth/token', { token: undefined, body: grant })).status, 200);
  });

  it('explains a request that it cannot send back', async () => {
    await page.goto(request(clientId, { redirect_uri: 'https://evil.example.com/' }));
    await shows("redirect_uri must be one of the redirectUris of the client 'Report'");
    await assertNoViolation();
  });
});
