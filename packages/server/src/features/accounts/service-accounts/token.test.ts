import assert from 'node:assert/strict';
import { createPublicKey, createSign, generateKeyPairSync, verify } from 'node:crypto';
import { test } from 'node:test';
import { sql } from '../../../core/database/sql.ts';
import { runTimer } from '../../../../test/support/background.ts';
import { assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer, type Answer } from '../../../../test/support/server.ts';

const ROUTE = 'POST /security/oauth/token';
const server = await startTestServer();
const { call, make, platform } = server;

type Account = { id: string; secret: string };

const create = async (permissions: string[] = []): Promise<Account> =>
  (await call('POST /account/service-accounts', { body: { name: crypto.randomUUID(), permissions } })).body;
const basic = (id: string, secret: string): string => `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
const request = (
  authorization: string | undefined,
  body: unknown = { grant_type: 'client_credentials', audience: 'https://api.example.com' },
) => call(ROUTE, { token: undefined, body, headers: authorization === undefined ? {} : { authorization } });
const tokenOf = async ({ id, secret }: Account): Promise<string> => (await request(basic(id, secret))).body.access_token;
const me = (token: string): Promise<Answer> => call('GET /account/me', { token });
const decode = (part = ''): Record<string, unknown> => JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

test('service-accounts.token.credentials', async () => {
  const account = await create(['SVC_OPERATOR']);
  const { status, body } = await request(basic(account.id, account.secret));
  assert.deepEqual(
    [status, Object.keys(body).toSorted(), body.token_type, body.expires_in],
    [200, ['access_token', 'expires_in', 'token_type'], 'Bearer', '1800'],
  );
  const caller = (await me(body.access_token)).body;
  assert.deepEqual([caller.type, caller.id, caller.permissions], ['SERVICE_ACCOUNT', account.id, ['SVC_OPERATOR']]);
  assert.equal((await request(basic(account.id.toUpperCase(), account.secret))).status, 200);

  const other = await create();
  const user = await make.user();
  const wrong = [
    undefined,
    'Basic',
    'Basic !!!',
    `Bearer ${account.secret}`,
    basic(account.id, ''),
    basic(account.id, other.secret),
    basic(other.id, account.secret),
    basic(account.id, `${account.secret}x`),
    basic(account.id, user.token),
    basic(crypto.randomUUID(), account.secret),
    basic('admin', account.secret),
    basic("' or true --", account.secret),
  ];
  for (const authorization of wrong) {
    const refused = await request(authorization);
    assertRefused(refused, 401, 'client_unknown');
    assert.match(refused.headers.get('www-authenticate') ?? '', /^Basic/);
  }
});

test('service-accounts.token.form', async () => {
  const { id, secret } = await create(['SVC_OPERATOR']);
  const send = (text: string, type = 'application/x-www-form-urlencoded') =>
    call(ROUTE, { token: undefined, text, headers: { authorization: basic(id, secret), 'content-type': type } });
  const form = new URLSearchParams({ grant_type: 'client_credentials', audience: 'https://api.example.com/', scope: '' });
  const { status, body } = await send(String(form), 'application/x-www-form-urlencoded; charset=UTF-8');
  assert.deepEqual([status, body.token_type, body.expires_in], [200, 'Bearer', '1800'], JSON.stringify(body));
  assert.deepEqual((await me(body.access_token)).body.permissions, ['SVC_OPERATOR']);
  for (const text of ['', 'grant_type=password', 'audience=x', 'grant_type=client_credentials&grant_type=client_credentials'])
    assertRefused(await send(text), 400, 'malformed_request');
  assertRefused(await send(String(form), 'text/plain'), 400, 'unsupported_media_type');
});

test('a malformed token request is refused', async () => {
  const { id, secret } = await create();
  for (const body of [{}, { grant_type: 'password' }, { grant_type: 'client_credentials', audience: 7 }, []])
    assertRefused(await request(basic(id, secret), body), 400, 'malformed_request');
});

test('a token gives the rights of its account on workspaces', async () => {
  const [account, workspace, hidden] = [await create(), await make.workspace(), await make.workspace()];
  const token = await tokenOf(account);
  const names = async () => (await call('GET /orchestration/workspaces', { token })).body.map(({ id }: { id: string }) => id);
  assert.deepEqual(await names(), []);
  const path = { workspaceId: workspace.id, serviceAccountId: account.id };
  await call('POST /security/workspaces/{workspaceId}/service-accounts/{serviceAccountId}/permissions', { path, body: ['VIEW'] });
  assert.deepEqual(await names(), [workspace.id]);
  assert.ok(!(await names()).includes(hidden.id));
});

test('service-accounts.token.lifetime', async () => {
  const [, body] = (await tokenOf(await create())).split('.');
  const { iat, exp } = decode(body) as { iat: number; exp: number };
  assert.equal(exp - iat, 1800);
});

test('service-accounts.token.check', async () => {
  const account = await create();
  const token = await tokenOf(account);
  const [head = '', body = '', signature = ''] = token.split('.');
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-384' });
  const signed = (header: object, claims: object): string => {
    const text = `${encode(header)}.${encode(claims)}`;
    return `${text}.${createSign('sha384').update(text).sign({ key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
  };
  const claims = decode(body);
  const header = decode(head);
  const later = { ...claims, exp: (claims['exp'] as number) + 3600 };
  const wrong = {
    'cut short': token.slice(0, -8),
    'another spelling of the signature': `${token}~~`,
    'without a signature': `${head}.${body}.`,
    'two parts': `${head}.${body}`,
    'four parts': `${token}.${signature}`,
    'other claims': `${head}.${encode(later)}.${signature}`,
    'no algorithm': `${encode({ ...header, alg: 'none' })}.${body}.`,
    'a symmetric algorithm': `${encode({ ...header, alg: 'HS256' })}.${body}.${signature}`,
    'another key': signed(header, claims),
    'an unknown key': signed({ ...header, kid: crypto.randomUUID() }, claims),
    'a key of its own': signed({ ...header, jwk: publicKey.export({ format: 'jwk' }) }, claims),
    'a critical extension': signed({ ...header, crit: ['b64'], b64: false }, claims),
    'no JSON': 'eyJ.eyJ.eyJ',
    'not base64': 'eyJ***.***.***',
    'very long': `${head}.${'A'.repeat(5000)}.${signature}`,
    'a null': `${Buffer.from('null').toString('base64url')}.${body}.${signature}`,
  };
  for (const [fault, wrongToken] of Object.entries(wrong)) {
    const answer = await me(wrongToken);
    assert.equal(answer.status, 401, fault);
    assertRefused(answer, 401, 'not_signed_in');
  }
  assert.equal((await me(token)).status, 200, 'the real token is still valid');
});

test('an expired token is refused', async () => {
  const account = await create();
  const [stored] = await platform.db.reader.rows<{ id: string }>(
    sql`select id from service_account_secret where account_id = ${account.id}`,
  );
  const claims = { account: account.id, tenant: await make.tenant(), secretId: stored?.id ?? '' };
  const [{ token: valid }, expired] = [await platform.identity.accessTokens.issue(claims), await expiredToken(claims)];
  assert.equal((await me(valid)).status, 200);
  assertRefused(await me(expired), 401, 'not_signed_in');
});

/** Signs a token that has expired, with a key of the install. */
async function expiredToken(claims: { account: string; tenant: string; secretId: string }): Promise<string> {
  const { id, privateKey } = await platform.identity.signingKeys.current();
  const text = `${encode({ alg: 'ES384', typ: 'at+jwt', kid: id })}.${encode({ sub: claims.account, tenant: claims.tenant, secret_id: claims.secretId, exp: Math.floor(Date.now() / 1000) - 1 })}`;
  return `${text}.${createSign('sha384').update(text).sign({ key: privateKey(), dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
}

test('service-accounts.token.at-once', async () => {
  const account = await create(['SVC_OPERATOR']);
  const { body: second } = await call('POST /account/service-accounts/{id}/secrets', { path: { id: account.id } });
  const [token, other] = [await tokenOf(account), await tokenOf({ id: account.id, secret: second.secret })];
  for (const one of [token, other]) assert.deepEqual((await me(one)).body.permissions, ['SVC_OPERATOR']);
  await call('PUT /account/service-accounts/{id}', { path: { id: account.id }, body: { name: 'less', permissions: [] } });
  assert.deepEqual((await me(token)).body.permissions, []);

  const path = { id: account.id, secretId: second.id };
  assert.equal((await call('DELETE /account/service-accounts/{id}/secrets/{secretId}', { path })).status, 204);
  assertRefused(await me(other), 401, 'not_signed_in');
  assertRefused(await request(basic(account.id, second.secret)), 401, 'client_unknown');
  assert.equal((await me(token)).status, 200, 'tokens of the other secret stay');

  assert.equal((await call('DELETE /account/service-accounts/{id}', { path: { id: account.id } })).status, 204);
  assertRefused(await me(token), 401, 'not_signed_in');
  assertRefused(await request(basic(account.id, account.secret)), 401, 'client_unknown');
});

test('service-accounts.use.last', async () => {
  const account = await create();
  const read = async () => (await call('GET /account/service-accounts/{id}', { path: { id: account.id } })).body;
  assert.deepEqual([(await read()).lastUsedDate, (await read()).lastUsedApi], [undefined, undefined]);
  const token = await tokenOf(account);
  await me(token);
  await call('GET /orchestration/workspaces', { token });
  await runTimer(platform, 'store-account-uses');
  const { lastUsedApi, lastUsedDate } = await read();
  assert.equal(lastUsedApi, 'GET /orchestration/workspaces');
  assert.match(lastUsedDate, /Z$/);
});

test('service-accounts.token.keys', async () => {
  const token = await tokenOf(await create());
  const [head = '', body = '', signature = ''] = token.split('.');
  const { status, body: set } = await call('GET /.well-known/jwks.json', { token: undefined });
  assert.deepEqual([status, set.keys.length, 'd' in set.keys[0]], [200, 1, false]);
  const jwk = set.keys.find(({ kid }: { kid: string }) => kid === decode(head)['kid']);
  const key = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' as const };
  assert.ok(verify('sha384', Buffer.from(`${head}.${body}`), key, Buffer.from(signature, 'base64url')), 'other programs can check it');
});

test('service-accounts.secrets.limit', async () => {
  const { id, secret } = await create();
  const add = () => call('POST /account/service-accounts/{id}/secrets', { path: { id } });
  const answers = await Promise.all(Array.from({ length: 6 }, add));
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 201, 201, 201, 409, 409]);
  const { body: listed } = await call('GET /account/service-accounts/{id}/secrets', { path: { id } });
  assert.equal(listed.length, 5);
  assert.equal(listed[0].hint, secret.slice(-5));
  assert.deepEqual(Object.keys(listed[0]).toSorted(), ['createdDate', 'hint', 'id']);
  await leavesNothing(
    server,
    'POST /account/service-accounts/{id}/secrets',
    { path: { id } },
    409,
    'secrets_limit',
    'service_account_secret',
  );
});

test('service-accounts.secrets.unknown', async () => {
  const [one, other] = [await create(), await create()];
  const { body: secrets } = await call('GET /account/service-accounts/{id}/secrets', { path: { id: other.id } });
  for (const secretId of [crypto.randomUUID(), secrets[0].id])
    await leavesNothing(
      server,
      'DELETE /account/service-accounts/{id}/secrets/{secretId}',
      { path: { id: one.id, secretId } },
      404,
      'not_found',
      'service_account_secret',
    );
});
