import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SCOPES } from '@millrace/contract';
import { sql } from '../../../../core/database/sql.ts';
import type { Browser, SeenPage } from '../../../../../test/support/browser.ts';
import { startTestServer } from '../../../../../test/support/server.ts';
import { authorizing, CALLBACK, signInOf } from './authorizing.fixture.ts';

const server = await startTestServer();
const { call, make, platform } = server;
const { db } = platform;
const { client, trusted, path, signedIn, broughtBy, codeRow, makeOlder, assertChangesNothing } = authorizing(server);

const ALLOW = { answer: 'allow' };

/** Opens the page for a request. */
async function consentPage(browser: Browser, target: string): Promise<SeenPage> {
  const { status, location } = await assertChangesNothing(() => browser.open(target));
  assert.equal(status, 302);
  assert.match(location ?? '', /^\/oauth\/consent\?/);
  const page = await assertChangesNothing(() => browser.open(location ?? ''));
  assert.equal(page.status, 200, page.html);
  return page;
}

const consentOf = (account: string): Promise<{ scopes: string[] } | undefined> =>
  db.reader.one(sql`select scopes from oauth_consent where account_id = ${account}`);

async function setConsentMethod(id: string, value: 'trusted' | 'required'): Promise<void> {
  const config = { path: { id }, body: [{ op: 'replace', path: '/consentMethod', value }] };
  assert.equal((await call('PATCH /api/v1/oauth-clients/{id}/connection-configs/me', config)).status, 204);
}

describe('the page for the consent', () => {
  test('oauth.consent.shown', async () => {
    const scopes = ['offline_access', 'users', 'users:read', 'classic_service.svc_operator'];
    const clientName = '<b>Report</b> & "more"';
    const id = await client({
      clientName,
      clientUri: 'https://report.example.com/about',
      allowedScopes: scopes,
      logoUri: 'https://report.example.com/logo.png',
    });
    const { person, browser } = await signedIn();
    const page = await consentPage(browser, path(id, { scope: scopes.join(' ') }));
    for (const text of [
      '&lt;b&gt;Report&lt;/b&gt; &amp; &quot;more&quot;',
      'https://report.example.com/about',
      '<dd>report.example.com</dd>',
      person.login,
    ])
      assert.ok(page.html.includes(text), text);
    const { name } = await db.reader.only<{ name: string }>(sql`select name from tenant where id = ${person.tenant}`);
    assert.ok(page.html.includes(`<dd>${name}</dd>`));
    const words = [...page.html.matchAll(/<li>([^<]*)<\/li>/g)].map(([, text]) => text);
    assert.deepEqual(words, [...new Set(scopes.map((scope) => SCOPES[scope]?.description))], 'words that are the same are shown once');
    // The only picture is the mark of Millrace, in the page itself.
    assert.deepEqual(page.html.match(/<img [^>]*?src="[^,]*,/g), ['<img src="data:image/svg+xml,']);
    assert.doesNotMatch(page.html, /logo\.png|<script|<b>Report/);
    assert.doesNotMatch(page.html, /another tenant/);
  });

  test('oauth.consent.shown: for a client of another tenant, and for programs on the same machine', async () => {
    const tenant = await make.otherTenant();
    const { browser } = await signedIn({ tenant });
    const id = await client({ appType: 'native', redirectUris: ['http://127.0.0.1/', 'com.example.app:/done'] });
    await db.writer.rows(
      sql`insert into oauth_connection_config (client_id, tenant_id, consent_method) values (${id}, ${tenant}, 'required')`,
    );
    const local = await consentPage(browser, path(id, { redirect_uri: 'http://127.0.0.1:5000/' }));
    assert.ok(local.html.includes('a program on your computer (127.0.0.1:5000)') && local.html.includes('another tenant of this server'));
    const app = await consentPage(browser, path(id, { redirect_uri: 'com.example.app:/done' }));
    assert.ok(app.html.includes('an app on your device (com.example.app)'));
  });

  test('oauth.consent.shown: it cannot be framed, runs nothing, and is not stored', async () => {
    const { browser } = await signedIn();
    const { headers } = await consentPage(browser, path(await client()));
    const policy = headers.get('content-security-policy') ?? '';
    for (const part of ["default-src 'none'", "frame-ancestors 'none'", "form-action 'self'", "base-uri 'none'", 'img-src data:'])
      assert.ok(policy.includes(part), part);
    assert.deepEqual(
      ['x-frame-options', 'referrer-policy', 'cache-control'].map((name) => headers.get(name)),
      ['DENY', 'no-referrer', 'no-store'],
    );
  });

  test('oauth.consent.stored', async () => {
    const id = await client();
    const { person, browser } = await signedIn();
    await makeOlder(person.id, 90);
    const page = await consentPage(browser, path(id, { scope: 'user_default' }));
    const done = await browser.send(page, ALLOW);
    const { code, ...rest } = broughtBy(done);
    assert.deepEqual(rest, { state: 'state of the client', iss: platform.settings.publicUrl() });
    const row = await codeRow(code);
    assert.deepEqual([row?.account_id, row?.scopes, row?.redirect_uri, row?.age], [person.id, ['user_default'], CALLBACK, 0]);
    assert.deepEqual(await consentOf(person.id), { scopes: ['user_default'] });
    const entry = await db.reader.only<{ action: string; account_id: string; request_body: string; url: string }>(sql`
      select action, account_id, request_body, url
      from audit_entry
      where request_id = ${done.headers.get('x-request-id')}`);
    assert.deepEqual([entry.action, entry.account_id, entry.url], ['oauth.allow-client', person.id, '/oauth/consent']);
    assert.deepEqual(JSON.parse(entry.request_body), { clientId: id, clientName: 'Report', scopes: ['user_default'] });
    await browser.send(await consentPage(browser, path(id, { scope: 'offline_access' })), ALLOW);
    assert.deepEqual(await consentOf(person.id), { scopes: ['offline_access', 'user_default'] });
  });

  test('oauth.consent.stored: a withdrawn connection config ends it', async () => {
    const id = await client();
    const { person, browser } = await signedIn();
    await browser.send(await consentPage(browser, path(id)), ALLOW);
    assert.equal((await call('DELETE /api/v1/oauth-clients/{id}/connection-configs/me', { path: { id } })).status, 204);
    assert.equal(await consentOf(person.id), undefined);
    await setConsentMethod(id, 'required');
    await consentPage(browser, path(id));
  });

  test('oauth.consent.refused', async () => {
    const id = await client();
    const { browser } = await signedIn();
    const page = await consentPage(browser, path(id));
    for (const answer of ['refuse', '', 'ALLOW', 'allow ']) {
      const { error, error_code: code, state, iss, ...rest } = broughtBy(await assertChangesNothing(() => browser.send(page, { answer })));
      assert.deepEqual([error, code, state, iss], ['access_denied', 'access_denied', 'state of the client', platform.settings.publicUrl()]);
      assert.ok(!('code' in rest));
    }
    await consentPage(browser, path(id));
  });

  test('a request that needs no consent goes on from the page', async () => {
    const { browser } = await signedIn();
    const id = await trusted();
    const page = await assertChangesNothing(() => browser.open(path(id, {}, 'consent')));
    assert.deepEqual([page.status, page.location?.startsWith('/oauth/authorize?')], [303, true]);
    assert.ok(broughtBy(await browser.open(page.location ?? ''))['code']);
  });
});

describe('oauth.consent.checked', () => {
  /** Asserts that a form is refused as a page, and brings nothing to the client. */
  async function refusedForm(send: () => Promise<SeenPage>, status: number, words: RegExp): Promise<void> {
    const answer = await assertChangesNothing(send);
    assert.deepEqual([answer.status, answer.location], [status, null]);
    assert.match(answer.alert ?? '', words);
    assert.doesNotMatch(answer.html, /http-equiv|mrk_/);
  }

  test('oauth.consent.checked: a form of another site, or of another session', async () => {
    const id = await client();
    const { browser } = await signedIn();
    const { browser: victim } = await signedIn();
    const page = await consentPage(browser, path(id));
    const fields = { ...page.forms[0]?.fields, ...ALLOW };
    const refused = /Open the page again/;
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }, { origin: 'https://evil.example.com' }])
      await refusedForm(() => browser.post('/oauth/consent', fields, headers), 403, refused);
    await refusedForm(() => victim.post('/oauth/consent', fields), 403, refused);
    for (const form_token of ['', 'x'.repeat(43)])
      await refusedForm(() => browser.post('/oauth/consent', { ...fields, form_token }), 403, refused);
    browser.cookies.clear();
    await refusedForm(() => browser.post('/oauth/consent', fields), 403, refused);
  });

  test('oauth.consent.checked: changed fields', async () => {
    const id = await client();
    const other = await client({ redirectUris: ['https://other.example.com/'] });
    const { browser } = await signedIn();
    const page = await consentPage(browser, path(id));
    const request = new URLSearchParams(page.forms[0]?.fields['request']);
    const send = (changes: Record<string, string>) => () =>
      browser.send(page, { ...ALLOW, request: new URLSearchParams({ ...Object.fromEntries(request), ...changes }).toString() });
    await refusedForm(send({ redirect_uri: 'https://evil.example.com/' }), 400, /redirect_uri must be one of/);
    await refusedForm(send({ client_id: other }), 400, /redirect_uri must be one of/);
    await refusedForm(send({ client_id: '' }), 400, /client_id must be/);
    await refusedForm(() => browser.send(page, { ...ALLOW, request: '' }), 400, /client_id must be/);
    for (const [changes, error] of [
      [{ scope: 'admin_classic' }, 'invalid_scope'],
      [{ code_challenge: 'short' }, 'invalid_request'],
      [{ code_challenge_method: 'plain' }, 'invalid_request'],
      [{ response_type: 'token' }, 'unsupported_response_type'],
      [{ prompt: 'none' }, 'consent_required'],
    ] as const)
      assert.equal(broughtBy(await assertChangesNothing(send(changes)))['error'], error);
  });

  test('oauth.consent.checked: only the scopes that the page has shown', async () => {
    const id = await client({ allowedScopes: ['users'] });
    const { person, browser } = await signedIn();
    const page = await consentPage(browser, path(id, { scope: 'users' }));
    const patch = (value: readonly string[]) =>
      call('PATCH /api/v1/oauth-clients/{id}', { path: { id }, body: [{ op: 'replace', path: '/allowedScopes', value }] });
    assert.equal((await patch(['users', 'admin_classic'])).status, 204);
    assert.deepEqual((await codeRow(broughtBy(await browser.send(page, ALLOW))['code']))?.scopes, ['users']);
    assert.deepEqual(await consentOf(person.id), { scopes: ['users'] });
    assert.equal((await patch([])).status, 204);
    assert.equal(broughtBy(await assertChangesNothing(() => browser.send(page, ALLOW)))['error'], 'invalid_scope');
  });

  test('oauth.consent.checked: a client, a config, a session or a person that has ended meanwhile', async () => {
    const [deleted, withdrawn, kept] = [await client(), await client(), await client()];
    const { person, browser } = await signedIn();
    const pages = [];
    for (const id of [deleted, withdrawn, kept]) pages.push(await consentPage(browser, path(id)));
    const [ofDeleted, ofWithdrawn, ofKept] = pages as [SeenPage, SeenPage, SeenPage];
    const confirmed = { path: { id: deleted }, headers: { 'service-confirm-delete': deleted } };
    assert.equal((await call('DELETE /api/v1/oauth-clients/{id}', confirmed)).status, 204);
    await refusedForm(() => browser.send(ofDeleted, ALLOW), 400, /client_id must be/);
    assert.equal((await call('DELETE /api/v1/oauth-clients/{id}/connection-configs/me', { path: { id: withdrawn } })).status, 204);
    assert.equal(broughtBy(await assertChangesNothing(() => browser.send(ofWithdrawn, ALLOW)))['error'], 'unauthorized_client');
    await db.writer.rows(sql`update account set active = false where id = ${person.id}`);
    const disabled = await assertChangesNothing(() => browser.send(ofKept, ALLOW));
    assert.equal(
      signInOf({ ...disabled, status: 302 })
        .get('return_to')
        ?.startsWith('/oauth/authorize?'),
      true,
    );
    await db.writer.rows(sql`update account set active = true where id = ${person.id}`);
    await db.writer.rows(sql`delete from sign_in_session where account_id = ${person.id}`);
    const sent = signInOf({ ...(await assertChangesNothing(() => browser.send(ofKept, ALLOW))), status: 302 });
    await browser.send(await browser.open(`/login?${sent}`), { login: person.login, password: person.password });
    const again = await consentPage(browser, sent.get('return_to') ?? '');
    assert.ok(broughtBy(await browser.send(again, ALLOW))['code']);
  });

  test('oauth.consent.checked: a fault of the server stores nothing', async () => {
    const { person, browser } = await signedIn();
    const page = await consentPage(browser, path(await client()));
    await db.writer.rows(sql`alter table oauth_consent rename column scopes to scopes_away`);
    await db.writer.rows(sql`alter table oauth_consent add scopes text`);
    const before = await server.count('oauth_code', 'oauth_consent', 'audit_entry');
    const brought = broughtBy(await browser.send(page, ALLOW));
    assert.deepEqual([brought['error'], brought['code']], ['server_error', undefined]);
    assert.deepEqual(await server.count('oauth_code', 'oauth_consent', 'audit_entry'), before);
    await db.writer.rows(sql`alter table oauth_consent drop scopes`);
    await db.writer.rows(sql`alter table oauth_consent rename column scopes_away to scopes`);
    assert.ok(broughtBy(await browser.send(page, ALLOW))['code'], person.login);
  });

  test('oauth.consent.checked: two answers at once give two codes and one consent', async () => {
    const { person, browser } = await signedIn();
    const page = await consentPage(browser, path(await client()));
    const answers = await Promise.all([1, 2, 3, 4].map(() => browser.send(page, ALLOW)));
    assert.equal(new Set(answers.map((answer) => broughtBy(answer)['code'])).size, 4);
    assert.deepEqual(await consentOf(person.id), { scopes: ['user_default'] });
  });
});
