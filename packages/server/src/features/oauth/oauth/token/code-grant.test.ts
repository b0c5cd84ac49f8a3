import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused } from '../../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../../test/support/server.ts';
import { sql } from '../../../../core/database/sql.ts';
import {
  addCode,
  askToken,
  askTokenByForm,
  basicHeader,
  codeFields,
  createPublicClient,
  createTestClient,
  tokensFor,
  VERIFIER,
} from '../clients/oauth.fixture.ts';

const server = await startTestServer();
const { call, count, make, platform } = server;
const client = await createTestClient(server);
const person = await make.user({ permissions: ['SVC_OPERATOR'] });
const code = (more: object = {}) => addCode(server, { client: client.id, account: person.id, ...more });
const redeem = (fields: object) => askToken(server, fields);
const me = (token: string) => call('GET /account/me', { token });
const TABLES = ['oauth_grant', 'oauth_refresh_token'];

/** Redeems a code with fields for which it must be refused, and checks that no grant is created. */
async function refused(fields: object, status: number, error: string): Promise<void> {
  const before = await count(...TABLES);
  assertRefused(await redeem(fields), status, error);
  assert.deepEqual(await count(...TABLES), before, JSON.stringify(fields));
}

test('oauth.token.answer', async () => {
  const { status, body } = await redeem({ ...codeFields(client, await code()), deviceType: 'laptop', description: 'Report of Ada' });
  assert.equal(status, 200, JSON.stringify(body));
  assert.deepEqual([body.token_type, body.scope, body.expires_in], ['bearer', 'user_default offline_access', 21_600]);
  assert.match(body.refresh_token, /^mrr_[\w-]{43}$/);
  assert.ok(Math.abs(body.auth_time - Date.now() / 1000 + 60) < 30);
  const { body: account } = await me(body.access_token);
  assert.deepEqual([account.id, account.permissions], [person.id, ['SVC_OPERATOR']]);
  const { access_token: short, ...without } = (await redeem(codeFields(client, await code({ scopes: ['user_default'] })))).body;
  assert.equal('refresh_token' in without, false);
  assert.equal((await me(short)).status, 200);
});

test('oauth.token.client: a client that proves its identity by HTTP Basic need not send its id once more', async () => {
  const { client_id: _id, client_secret: _secret, ...fields } = codeFields(client, await code());
  assert.equal((await askTokenByForm(server, fields, basicHeader(client))).status, 200);
});

test('oauth.token.grants: a form, too, and no other grant type', async () => {
  assert.equal((await askTokenByForm(server, codeFields(client, await code()))).status, 200);
  for (const grant of ['password', 'implicit', 'constructor', '__proto__', 'Authorization_Code', ''])
    assertRefused(await redeem({ ...codeFields(client, await code()), grant_type: grant }), 400, 'unsupported_grant_type');
  const { grant_type: _grant, ...without } = codeFields(client, await code());
  assert.equal((await redeem(without)).status, 400);
});

test('requests.body.form', async () => {
  const fields = new URLSearchParams(codeFields(client, await code())).toString();
  const before = await count(...TABLES);
  for (const text of [`${fields}&code=other`, `${fields}&client_id=${client.id}`, '', 'grant_type=']) {
    const answer = await askTokenByForm(server, text);
    assert.deepEqual([answer.status, answer.body.error], [400, 'invalid_request'], text);
  }
  assert.deepEqual(await count(...TABLES), before);
  assert.equal((await askTokenByForm(server, `${fields}&scope=&unknown=1`)).status, 200, 'an empty field and an unknown one are ignored');
});

test('oauth.public.bearer', async () => {
  for (const path of ['/oauth/token', '/oauth/revoke', '/oauth/introspect']) {
    const answer = await call(`POST ${path}`, { token: undefined, body: {} });
    assert.deepEqual([answer.status, answer.body.error], [400, 'invalid_request'], path);
  }
});

test('oauth.errors.body', async () => {
  const { body, headers } = await redeem({ ...codeFields(client, 'é"\\'), scope: 'é' });
  const [error] = body.errors;
  assert.deepEqual([body.error, error.status, error.code, error.meta.code], ['invalid_grant', '401', 'HTTP-401', 'invalid_grant']);
  assert.match(body.error_description, /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
  assert.match(body.traceId, /^[0-9a-f]{32}$/);
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.equal((await redeem({ ...codeFields(client, 'x'), client_secret: 'wrong' })).body.errors[0].code, 'OAUTH-14');
});

test('oauth.token.verifier', async () => {
  const fields = codeFields(client, await code());
  for (const verifier of ['short', 'a'.repeat(42), 'a'.repeat(129), `${'a'.repeat(50)}!`, 'é'.repeat(50)])
    await refused({ ...fields, code_verifier: verifier }, 400, 'invalid_request');
  for (const verifier of [`${VERIFIER}x`, 'a'.repeat(43), 'a'.repeat(128)])
    await refused({ ...fields, code_verifier: verifier }, 400, 'invalid_grant');
  const { code_verifier: _verifier, ...without } = fields;
  await refused(without, 400, 'invalid_request');
  assert.equal((await redeem(fields)).status, 200, 'a wrong verifier does not use the code up');
});

test('oauth.token.unusable', async () => {
  const fields = codeFields(client, await code());
  const other = await createTestClient(server);
  await refused({ ...fields, client_id: other.id, client_secret: other.secret }, 401, 'invalid_grant');
  for (const redirect of ['https://report.example.com/callback/', 'https://REPORT.example.com/callback', 'https://evil.example'])
    await refused({ ...fields, redirect_uri: redirect }, 401, 'invalid_grant');
  await refused({ ...fields, code: `${fields['code']}x` }, 401, 'invalid_grant');
  await refused(codeFields(client, await code({ age: '61 s' })), 401, 'invalid_grant');
  for (const name of ['code', 'redirect_uri', 'client_id']) {
    const { [name]: _left, ...without } = fields;
    await refused(without, 400, 'invalid_request');
    await refused({ ...fields, [name]: null }, 400, 'invalid_request');
  }
  assert.equal((await redeem(fields)).status, 200);
});

/** Asserts that nothing is left of what a code has given: no grant, no token that works. */
async function assertEnded({ access_token: token, refresh_token: refresh }: Record<string, string>, grants: object): Promise<void> {
  assert.deepEqual(await count('oauth_grant'), grants, 'the second use ended the grant');
  assert.equal((await me(token ?? '')).status, 401);
  assertRefused(
    await askToken(server, { grant_type: 'refresh_token', refresh_token: refresh, client_secret: client.secret }),
    401,
    'invalid_grant',
  );
}

test('oauth.token.code-once', async () => {
  const before = await count('oauth_grant');
  const fields = codeFields(client, await code());
  const { status, body: first } = await redeem(fields);
  assert.equal(status, 200);
  assertRefused(await redeem({ ...fields, code_verifier: `${VERIFIER}x` }), 400, 'invalid_grant');
  assert.equal((await me(first.access_token)).status, 200, 'who has only the code ends nothing');
  assertRefused(await redeem(fields), 401, 'invalid_grant');
  await assertEnded(first, before);
  assertRefused(await redeem(fields), 401, 'invalid_grant');

  const together = codeFields(client, await code());
  const answers = await Promise.all(Array.from({ length: 20 }, () => redeem(together)));
  assert.deepEqual(answers.map((answer) => answer.status).sort(), [200, ...Array.from({ length: 19 }, () => 401)]);
  await assertEnded(answers.find((answer) => answer.status === 200)?.body ?? {}, before);
});

test('oauth.token.disabled', async () => {
  const leaver = await make.user({});
  const [open, later] = [await addCode(server, { client: client.id, account: leaver.id }), await tokensFor(server, client, leaver.id)];
  await call('PATCH /api/v1/users/{id}', { path: { id: leaver.id }, body: [{ op: 'replace', path: '/status', value: 'disabled' }] });
  await refused(codeFields(client, open), 403, 'access_denied');
  assertRefused(
    await askToken(server, { grant_type: 'refresh_token', refresh_token: later.refresh_token, client_secret: client.secret }),
    403,
    'access_denied',
  );
  assert.equal((await me(later.access_token)).status, 401);
});

test('oauth.token.maximum', async () => {
  const busy = await make.user({});
  const insert = (count: number, seconds: number) =>
    platform.db.writer.rows(sql`
      insert into oauth_grant (id, client_id, tenant_id, account_id, scopes, authenticated_at, expires_at)
      select gen_random_uuid(), ${client.id}, a.tenant_id, a.id, '{}', now(), now() + make_interval(secs => ${seconds})
      from account a, generate_series(1, ${count})
      where a.id = ${busy.id}`);
  await insert(99, 60);
  await insert(50, -60);
  const fields = async () => codeFields(client, await addCode(server, { client: client.id, account: busy.id }));
  assert.equal((await redeem(await fields())).status, 200, 'ended grants do not count');
  await refused(await fields(), 403, 'tokens_limit');
});

test('oauth.token.public-client', async () => {
  const native = await createPublicClient(server);
  const spa = await createTestClient(server, { appType: 'spa', allowedGrantTypes: [], allowedOrigins: ['https://report.example.com'] });
  for (const one of [native, spa]) {
    const { client_secret: _secret, ...fields } = codeFields(one, await addCode(server, { client: one.id, account: person.id }));
    await refused({ ...fields, client_secret: 'wrong' }, 401, 'invalid_client');
    assert.equal((await redeem(fields)).status, 200);
  }
  const { client_secret: _secret, ...fields } = codeFields(client, await code());
  await refused(fields, 401, 'invalid_client');
});
