import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { sql } from '../../../core/database/sql.ts';
import { assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const READ = 'GET /api/v1/api-keys/configs/{tenantId}';
const CHANGE = 'PATCH /api/v1/api-keys/configs/{tenantId}';
const CREATE = 'POST /api/v1/api-keys';
const CREATE_TOKEN = 'POST /account/personal-access-tokens';
const server = await startTestServer();
const { call, make, platform } = server;
const path = { tenantId: await make.tenant() };
const TABLES = ['personal_access_token', 'token_limit'];
const DAY = 86_400_000;

const limit = (field: string, value: unknown) => call(CHANGE, { path, body: [{ op: 'replace', path: `/${field}`, value }] });
const limits = async () => (await call(READ, { path })).body;

test('api-keys.limits.change', async () => {
  assert.deepEqual(await limits(), {});
  const body = [
    { op: 'replace', path: '/max_api_key_expiry', value: 'P1Y' },
    { op: 'replace', path: '/max_keys_per_user', value: 7 },
  ];
  assert.equal((await call(CHANGE, { path, body })).status, 204);
  assert.deepEqual(await limits(), { max_api_key_expiry: 'P1Y', max_keys_per_user: 7 });
  assert.equal((await limit('max_api_key_expiry', null)).status, 204);
  assert.deepEqual(await limits(), { max_keys_per_user: 7 });
  for (const [field, value] of [
    ['max_api_key_expiry', 7],
    ['max_api_key_expiry', '1 year'],
    ['max_keys_per_user', 0],
    ['max_keys_per_user', 'P1D'],
    ['scim_externalClient_expiry', 'P1D'],
  ] as const)
    assertRefused(await limit(field, value), 400, 'malformed_request');
  const weak = await make.user();
  assert.deepEqual((await call(READ, { token: weak.token, path })).body, { max_keys_per_user: 7 });
  await leavesNothing(server, CHANGE, { token: weak.token, path, body }, 403, 'forbidden', ...TABLES);
  const stranger = await make.user({ tenant: await make.otherTenant(), permissions: ['SVC_USER_MANAGEMENT'] });
  for (const route of [READ, CHANGE])
    assertRefused(await call(route, { token: stranger.token, path, ...(route === CHANGE && { body }) }), 404, 'not_found');
  assertRefused(await call(READ, { path: { tenantId: newId() } }), 404, 'not_found');
  assert.equal((await limit('max_keys_per_user', null)).status, 204);
  assert.deepEqual(await limits(), {});
});

test('personal-access-tokens.create.longest', async () => {
  const { token, id } = await make.user();
  await limit('max_api_key_expiry', 'P10D');
  const long = { [CREATE]: { description: 'long', expiry: 'P11D' }, [CREATE_TOKEN]: { name: 'long', expiresInDays: 11 } };
  for (const [route, body] of Object.entries(long))
    await leavesNothing(server, route, { token, body }, 400, 'token_expiry_refused', ...TABLES);
  const days = ({ created, expiry }: { created: string; expiry: string }): number => (Date.parse(expiry) - Date.parse(created)) / DAY;
  assert.equal(days((await call(CREATE, { token, body: { description: 'default' } })).body), 10);
  assert.equal(days((await call(CREATE, { token, body: { description: 'longest', expiry: 'PT240H' } })).body), 10);
  const { body } = await call(CREATE_TOKEN, { token, body: { name: 'other' } });
  assert.equal(days({ created: body.createdDate, expiry: body.expiryDate }), 10);
  for (const expiry of ['P0D', 'PT0S'])
    await leavesNothing(server, CREATE, { token, body: { description: 'empty', expiry } }, 400, 'token_expiry_refused', ...TABLES);
  const old = await platform.db.reader.only<{ count: number }>(sql`
    select count(*) as count
    from personal_access_token
    where account_id = ${id}
      and expires_at is null`);
  assert.equal(old.count, 1, 'the limit does not change existing tokens');
  await limit('max_api_key_expiry', null);
  assert.equal((await call(CREATE_TOKEN, { token, body: { name: 'free' } })).body.expiryDate, undefined);
});

test('personal-access-tokens.create.most', async () => {
  const { token, id } = await make.user();
  await limit('max_keys_per_user', 3);
  const answers = await Promise.all(
    ['a', 'b', 'c', 'd'].map((name, index) =>
      index % 2 === 0 ? call(CREATE, { token, body: { description: name } }) : call(CREATE_TOKEN, { token, body: { name } }),
    ),
  );
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 201, 409, 409]);
  for (const [route, body] of [
    [CREATE, { description: 'more' }],
    [CREATE_TOKEN, { name: 'more' }],
  ] as const)
    await leavesNothing(server, route, { token, body }, 409, 'tokens_limit', ...TABLES);
  await platform.db.writer.rows(sql`update personal_access_token set expires_at = now() where account_id = ${id} and name <> 'test'`);
  assert.equal((await call(CREATE_TOKEN, { token, body: { name: 'more' } })).status, 201, 'expired tokens do not count');
  await limit('max_keys_per_user', null);
});
