import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../core/database/sql.ts';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'GET /account/personal-access-tokens';
const { call, make, platform } = await startTestServer();

const create = (token: string, name: string) => call('POST /account/personal-access-tokens', { token, body: { name, expiresInDays: 7 } });
const list = async (token: string): Promise<{ id: string; name: string; lastUsedDate?: string }[]> => (await call(ROUTE, { token })).body;

test('lists the tokens that have not expired, newest first', async () => {
  const { token } = await make.user();
  const { body: first } = await create(token, 'first');
  const { body: second } = await create(token, 'second');
  assert.deepEqual(
    (await list(token)).map(({ name }) => name),
    ['second', 'first', 'test'],
  );
  await platform.db.writer.rows(sql`
    update personal_access_token
    set expires_at = now()
    where id = ${first.id}`);
  const { token: _secret, ...shown } = second;
  assert.deepEqual((await list(token))[0], shown);
  assert.deepEqual(
    (await list(token)).map(({ name }) => name),
    ['second', 'test'],
  );
});

test('personal-access-tokens.create.own', async () => {
  const [one, other] = [await make.user(), await make.user()];
  await create(one.token, 'of one');
  assert.deepEqual(
    (await list(other.token)).map(({ name }) => name),
    ['test'],
  );
  assert.ok((await list(one.token)).some(({ name }) => name === 'of one'));
});

test('shows when a token was used', async () => {
  const { token } = await make.user();
  const { body: unused } = await create(token, 'unused');
  const dates = new Map((await list(token)).map(({ name, lastUsedDate }) => [name, lastUsedDate]));
  assert.match(dates.get('test') ?? '', /^\d{4}-.*Z$/);
  assert.equal(dates.get('unused'), undefined);
  await call('GET /account/me', { token: unused.token });
  assert.notEqual((await list(token)).find(({ name }) => name === 'unused')?.lastUsedDate, undefined);
});

test('requires a token', async () => {
  assertRefused(await call(ROUTE, { token: undefined }), 401, 'not_signed_in');
});
