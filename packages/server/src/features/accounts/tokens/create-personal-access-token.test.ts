import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../core/database/sql.ts';
import { assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'POST /account/personal-access-tokens';
const DAY = 86_400_000;
const server = await startTestServer();
const { call, make, platform } = server;

const expire = (id: string): Promise<unknown> =>
  platform.db.writer.rows(sql`
    update personal_access_token
    set expires_at = now()
    where id = ${id}`);

test('personal-access-tokens.create.once', async () => {
  const { token } = await make.user();
  const { status, body } = await call(ROUTE, { token, body: { name: ' laptop ' } });
  assert.equal(status, 201);
  assert.deepEqual([Object.keys(body).toSorted(), body.name], [['createdDate', 'id', 'name', 'token'], 'laptop']);
  const { body: listed } = await call('GET /account/personal-access-tokens', { token });
  assert.equal(listed.length, 2);
  assert.ok(!JSON.stringify(listed).includes(body.token.slice(4)));
});

test('personal-access-tokens.create.prefix', async () => {
  const { token } = await make.user();
  const { body: first } = await call(ROUTE, { token, body: { name: 'one' } });
  const { body: second } = await call(ROUTE, { token, body: { name: 'other' } });
  for (const { token: secret } of [first, second]) {
    assert.match(secret, /^mrp_[\w-]{43}$/);
    assert.equal(Buffer.from(secret.slice(4), 'base64url').length, 32);
  }
  assert.notEqual(first.token, second.token);
});

test('personal-access-tokens.create.hash', async () => {
  const { token, id } = await make.user();
  const { body } = await call(ROUTE, { token, body: { name: 'kept' } });
  const stored = await platform.db.reader.rows<{ row: string; hash: Buffer }>(sql`
    select t::text as row, t.hash
    from personal_access_token t
    where t.account_id = ${id}
      and t.name = 'kept'`);
  assert.equal(stored.length, 1);
  assert.deepEqual(stored[0]?.hash, platform.identity.tokens.hash(body.token));
  for (const form of [body.token, Buffer.from(body.token).toString('hex'), Buffer.from(body.token.slice(4), 'base64url').toString('hex')]) {
    assert.ok(!stored[0]?.row.includes(form));
  }
});

test('personal-access-tokens.create.own', async () => {
  const user = await make.user({ permissions: ['SVC_OPERATOR'] });
  const { body } = await call(ROUTE, { token: user.token, body: { name: 'script' } });
  const me = await call('GET /account/me', { token: body.token });
  assert.deepEqual([me.body.id, me.body.permissions], [user.id, ['SVC_OPERATOR']]);
});

test('personal-access-tokens.create.name', async () => {
  const { token } = await make.user();
  const { body: first } = await call(ROUTE, { token, body: { name: 'laptop' } });
  for (const name of ['laptop', ' laptop ']) {
    await leavesNothing(server, ROUTE, { token, body: { name } }, 409, 'token_name_taken', 'personal_access_token');
  }
  assert.equal(
    (await call(ROUTE, { token: (await make.user()).token, body: { name: 'laptop' } })).status,
    201,
    'other users have their own names',
  );
  await expire(first.id);
  assert.equal((await call(ROUTE, { token, body: { name: 'laptop' } })).status, 201, 'an expired token frees its name');
});

test('personal-access-tokens.create.name: exactly one of concurrent creations succeeds', async () => {
  const { token } = await make.user();
  const answers = await Promise.all(Array.from({ length: 6 }, () => call(ROUTE, { token, body: { name: 'contested' } })));
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 409, 409, 409, 409, 409]);
});

test('personal-access-tokens.create.expiry', async () => {
  const { token } = await make.user();
  const { body: short } = await call(ROUTE, { token, body: { name: 'short', expiresInDays: 30 } });
  assert.equal(Date.parse(short.expiryDate) - Date.parse(short.createdDate), 30 * DAY);
  const { body: endless } = await call(ROUTE, { token, body: { name: 'endless', expiresInDays: null } });
  assert.ok(!('expiryDate' in endless));
  for (const created of [short, endless]) assert.equal((await call('GET /account/me', { token: created.token })).status, 200);
  await expire(short.id);
  assertRefused(await call('GET /account/me', { token: short.token }), 401, 'not_signed_in');
  assert.equal((await call('GET /account/me', { token: endless.token })).status, 200);
});

test('refuses a malformed body', async () => {
  const bodies: unknown[] = [
    undefined,
    {},
    { name: '' },
    { name: '   ' },
    { name: 'x'.repeat(101) },
    { name: 'a', expiresInDays: 0 },
    { name: 'a', expiresInDays: -1 },
    { name: 'a', expiresInDays: 3651 },
    { name: 'a', expiresInDays: 1.5 },
    { name: 'a', expiresInDays: '30' },
    { name: 'a', token: 'mrp_chosen' },
  ];
  for (const body of bodies) await leavesNothing(server, ROUTE, { body }, 400, 'malformed_request', 'personal_access_token');
  await leavesNothing(server, ROUTE, { token: undefined, body: { name: 'a' } }, 401, 'not_signed_in', 'personal_access_token');
});

test('accepts names and days at their limits', async () => {
  const { token } = await make.user();
  assert.equal((await call(ROUTE, { token, body: { name: 'x'.repeat(100), expiresInDays: 3650 } })).status, 201);
  assert.equal((await call(ROUTE, { token, body: { name: 'y', expiresInDays: 1 } })).status, 201);
});
