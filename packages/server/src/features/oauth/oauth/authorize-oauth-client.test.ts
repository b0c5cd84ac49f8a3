import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PERMISSIONS } from '@millrace/contract';
import { newId } from '../../../core/base/id.ts';
import { sql } from '../../../core/database/sql.ts';
import { Browser } from '../../../../test/support/browser.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { authorizing, CALLBACK, CHALLENGE } from './authorize/authorizing.fixture.ts';

const server = await startTestServer();
const { call, make, platform, url } = server;
const { db } = platform;
const { client, trusted, path, signedIn, broughtBy, codeRow, makeOlder, assertChangesNothing, assertRefusedByRedirect } =
  authorizing(server);

/** Asserts that a request is refused before its redirect URI is known: as JSON, and as a page. */
async function refusedWithoutRedirect(target: string, code: 'OAUTH-1' | 'OAUTH-14', browser = new Browser(url)): Promise<void> {
  const [json, shown] = await assertChangesNothing(async () => [
    await browser.open(target),
    await browser.open(target, { accept: 'text/html,application/xhtml+xml' }),
  ]);
  assert.deepEqual([json?.status, json?.location, shown?.status, shown?.location], [400, null, 400, null], target);
  const body = JSON.parse(json?.html ?? '');
  assert.equal(body.errors[0].code, code, target);
  assert.match(shown?.headers.get('content-type') ?? '', /^text\/html/);
  assert.equal(shown?.alert, body.errors[0].detail);
  assert.doesNotMatch(shown?.html ?? '', /http-equiv|example\.com/);
}

describe('GET /oauth/authorize', () => {
  test('oauth.authorize.code', async () => {
    const id = await trusted();
    const { person, browser } = await signedIn();
    await makeOlder(person.id, 90);
    const answer = await browser.open(path(id, { scope: 'offline_access users:read' }));
    assert.deepEqual([answer.status, answer.headers.get('referrer-policy')], [302, 'no-referrer']);
    const { code, ...rest } = broughtBy(answer);
    assert.deepEqual(rest, { state: 'state of the client', iss: platform.settings.publicUrl() });
    assert.match(code ?? '', /^mrk_[\w-]{43}$/);
    const { text = '', ...row } = (await codeRow(code)) ?? assert.fail('no code');
    assert.deepEqual(row, {
      account_id: person.id,
      client_id: id,
      tenant_id: person.tenant,
      scopes: ['offline_access', 'users:read'],
      redirect_uri: CALLBACK,
      challenge: CHALLENGE,
      age: 0,
    });
    assert.ok(!text.includes(code?.slice(4) ?? ''), 'only the hash is stored');
    assert.notEqual(broughtBy(await browser.open(path(id)))['code'], code);
  });

  test('oauth.authorize.client', async () => {
    const id = await trusted();
    const deleted = await trusted();
    const sent = { path: { id: deleted }, headers: { 'service-confirm-delete': deleted } };
    assert.equal((await call('DELETE /api/v1/oauth-clients/{id}', sent)).status, 204);
    const { browser } = await signedIn();
    for (const client_id of [
      undefined,
      '',
      newId(),
      deleted,
      'client',
      `${id} `,
      id.toUpperCase(),
      `{${id}}`,
      'x'.repeat(2000),
      [id, id],
      ['', id],
      `${id}\0`,
    ])
      await refusedWithoutRedirect(path(id, { client_id }), 'OAUTH-14', browser);
    for (const redirect_uri of [
      undefined,
      '',
      'https://evil.example.com/',
      [CALLBACK, CALLBACK],
      [CALLBACK, 'https://evil.example.com/'],
      'x'.repeat(3000),
    ])
      await refusedWithoutRedirect(path(id, { redirect_uri }), 'OAUTH-1', browser);
    await refusedWithoutRedirect(path(await trusted({ redirectUris: [] })), 'OAUTH-1', browser);
    await refusedWithoutRedirect('/oauth/authorize', 'OAUTH-14');
  });

  test('oauth.authorize.client: the redirect URI of another client is refused', async () => {
    const other = await trusted({ redirectUris: ['https://other.example.com/callback'] });
    await refusedWithoutRedirect(path(other), 'OAUTH-1', (await signedIn()).browser);
  });

  test('oauth.authorize.parameters', async () => {
    const id = await trusted();
    const { browser } = await signedIn();
    const cases: readonly (readonly [changes: Record<string, string | string[] | undefined>, error: string, words: RegExp])[] = [
      [{ response_type: undefined }, 'invalid_request', /^response_type is missing/],
      [{ response_type: '' }, 'invalid_request', /^response_type is missing/],
      [{ response_type: 'token' }, 'unsupported_response_type', /must be code/],
      [{ response_type: 'code token' }, 'unsupported_response_type', /must be code/],
      [{ response_type: 'CODE' }, 'unsupported_response_type', /must be code/],
      [{ response_type: ['code', 'code'] }, 'invalid_request', /^response_type is sent several times/],
      [{ state: undefined }, 'invalid_request', /^state is missing/],
      [{ state: '' }, 'invalid_request', /^state is missing/],
      [{ state: ['one', 'other'] }, 'invalid_request', /^state is sent several times/],
      [{ state: 'x'.repeat(5000) }, 'invalid_request', /more than 4096 characters/],
      [{ code_challenge: [CHALLENGE, CHALLENGE] }, 'invalid_request', /^code_challenge is sent several times/],
      [{ prompt: ['none', 'none'] }, 'invalid_request', /^prompt is sent several times/],
      [{ prompt: 'none login' }, 'invalid_request', /cannot be combined/],
      [{ prompt: 'select_account' }, 'invalid_request', /none, login or consent/],
      [{ prompt: 'NONE' }, 'invalid_request', /none, login or consent/],
      [{ max_age: '-1' }, 'invalid_request', /number of seconds/],
      [{ max_age: '1.5' }, 'invalid_request', /number of seconds/],
      [{ max_age: 'soon' }, 'invalid_request', /number of seconds/],
      [{ max_age: '1'.repeat(11) }, 'invalid_request', /number of seconds/],
      [{ max_age: ['1', '1'] }, 'invalid_request', /^max_age is sent several times/],
      [{ login_hint: 'x'.repeat(513) }, 'invalid_request', /more than 512 characters/],
      [{ scope: undefined }, 'invalid_request', /^scope is missing/],
      [{ scope: '' }, 'invalid_request', /^scope is missing/],
      [{ scope: [' ', ''] }, 'invalid_request', /^scope is missing/],
      [{ scope: 'admin_classic' }, 'invalid_scope', /may not have the scope 'admin_classic'/],
      [{ scope: 'user_default nothing' }, 'invalid_scope', /There is no scope 'nothing'/],
      [{ scope: ['user_default', 'nothing'] }, 'invalid_scope', /There is no scope 'nothing'/],
    ];
    for (const [changes, error, words] of cases) await assertRefusedByRedirect(browser, path(id, changes), error, words);
    await assertRefusedByRedirect(
      browser,
      path(await trusted({ allowedScopes: [] })),
      'invalid_scope',
      /may not have the scope 'user_default'/,
    );
  });

  test('oauth.authorize.parameters: the scope may be repeated and encoded in several ways', async () => {
    const id = await trusted();
    const { browser } = await signedIn();
    const scopesOf = async (target: string) => (await codeRow(broughtBy(await browser.open(target))['code']))?.scopes;
    assert.deepEqual(await scopesOf(path(id, { scope: ['users', 'offline_access'] })), ['users', 'offline_access']);
    assert.deepEqual(await scopesOf(`${path(id, { scope: undefined })}&scope=users%20offline_access+users`), ['users', 'offline_access']);
    assert.deepEqual(await scopesOf(path(id, { scope: ['', 'users'] })), ['users']);
    assert.deepEqual(await scopesOf(path(id, { unknown: ['1', '2'] })), ['user_default'], 'unknown parameters are ignored');
  });

  test('oauth.authorize.challenge', async () => {
    const id = await trusted();
    const { browser } = await signedIn();
    for (const [changes, words] of [
      [{ code_challenge_method: 'plain' }, /must be S256/],
      [{ code_challenge_method: 's256' }, /must be S256/],
      [{ code_challenge_method: undefined }, /^code_challenge_method is missing/],
      [{ code_challenge: undefined }, /^code_challenge is missing/],
      [{ code_challenge: undefined, code_challenge_method: undefined }, /^code_challenge_method is missing/],
      [{ code_challenge: CHALLENGE.slice(1) }, /43 characters/],
      [{ code_challenge: `${CHALLENGE}A` }, /43 characters/],
      [{ code_challenge: `${CHALLENGE.slice(1)}=` }, /43 characters/],
      [{ code_challenge: `${CHALLENGE.slice(1)}+` }, /43 characters/],
      [{ code_challenge: `${CHALLENGE}\n` }, /43 characters/],
    ] as const)
      await assertRefusedByRedirect(browser, path(id, changes), 'invalid_request', words);
  });

  test('oauth.authorize.errors', async () => {
    const id = await trusted();
    const { browser } = await signedIn();
    assert.deepEqual(await assertRefusedByRedirect(browser, path(id, { scope: 'admin_classic' }), 'invalid_scope', /./), {
      error: 'invalid_scope',
      error_code: 'invalid_scope',
      error_detail: "The client may not have the scope 'admin_classic': add it to its allowedScopes.",
      error_description: "The client may not have the scope 'admin_classic': add it to its allowedScopes.",
      state: 'state of the client',
      iss: platform.settings.publicUrl(),
    });
    const brought = await assertRefusedByRedirect(browser, path(id, { scope: 'ü"\\\u{1f600}' }), 'invalid_scope', /There is no scope/);
    assert.match(brought['error_description'] ?? '', /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
    const twoStates = await assertRefusedByRedirect(browser, path(id, { state: ['a', 'b'] }), 'invalid_request', /state/);
    assert.ok(!('state' in twoStates), 'neither of two states is returned');
    const long = await assertRefusedByRedirect(browser, path(id, { state: 'x'.repeat(5000) }), 'invalid_request', /4096/);
    assert.equal(long['state'], 'x'.repeat(5000));
  });

  test('oauth.authorize.errors: a fault of the server goes back, too', async () => {
    const id = await trusted();
    const { browser } = await signedIn();
    await db.writer.rows(sql`alter table oauth_code rename to oauth_code_away`);
    try {
      const brought = broughtBy(await browser.open(path(id)));
      assert.deepEqual(
        [brought['error'], brought['error_code'], brought['state']],
        ['server_error', 'server_error', 'state of the client'],
      );
      assert.doesNotMatch(brought['error_detail'] ?? '', /oauth_code/);
    } finally {
      await db.writer.rows(sql`alter table oauth_code_away rename to oauth_code`);
    }
  });

  test('oauth.authorize.type', async () => {
    const { browser } = await signedIn();
    for (const appType of ['web', 'native', 'spa'])
      assert.ok(broughtBy(await browser.open(path(await trusted({ appType }))))['code'], appType);
    const embedded = await client({ appType: 'anonymous-embed' });
    await assertRefusedByRedirect(browser, path(embedded), 'unauthorized_client', /anonymous-embed act for no person/);
  });

  test('oauth.authorize.tenant', async () => {
    const id = await trusted();
    const tenant = await make.otherTenant();
    const { browser } = await signedIn({ tenant });
    await assertRefusedByRedirect(browser, path(id), 'unauthorized_client', /tenant of the person does not use this client/);
    assert.equal((await call('POST /api/v1/oauth-clients/{id}/actions/publish', { path: { id } })).status, 201);
    await assertRefusedByRedirect(browser, path(id), 'unauthorized_client', /tenant of the person does not use this client/);
    await assertRefusedByRedirect(browser, path(id, { prompt: 'none' }), 'unauthorized_client', /tenant of the person/);
    const { token } = await make.user({ tenant, permissions: PERMISSIONS });
    const config = { path: { id }, token, body: [{ op: 'replace', path: '/consentMethod', value: 'trusted' }] };
    assert.equal((await call('PATCH /api/v1/oauth-clients/{id}/connection-configs/me', config)).status, 204);
    const row = await codeRow(broughtBy(await browser.open(path(id)))['code']);
    assert.equal(row?.tenant_id, tenant);
    assert.equal((await call('DELETE /api/v1/oauth-clients/{id}/connection-configs/me', { path: { id }, token })).status, 204);
    await assertRefusedByRedirect(browser, path(id), 'unauthorized_client', /tenant of the person does not use this client/);
  });
});
