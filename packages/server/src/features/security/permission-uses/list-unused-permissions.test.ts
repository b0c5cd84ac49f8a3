import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PERMISSIONS } from '@millrace/contract';
import { sql } from '../../../core/database/sql.ts';
import { runTimer } from '../../../../test/support/background.ts';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'GET /security/unused-permissions';
const { call, make, platform } = await startTestServer();
const { db } = platform;

/** Moves the creation of all accounts, and the start of counting, into the past. */
const age = (days: number): Promise<unknown> =>
  db.transaction(async (tx) => {
    await tx.rows(sql`update account set created_at = now() - make_interval(days => ${days})`);
    await tx.rows(sql`update tenant set permissions_counted_since = now() - make_interval(days => ${days})`);
  });
const unusedOf = async (id: string, query = {}, token?: string): Promise<string[]> => {
  await runTimer(platform, 'store-permission-uses');
  const { status, body } = await call(ROUTE, { query, ...(token !== undefined && { token }) });
  assert.equal(status, 200, JSON.stringify(body));
  return body.unused.flatMap((one: { accountId: string; permission: string }) => (one.accountId === id ? one.permission : []));
};

test('permission-uses.list.unused', async () => {
  const user = await make.user({ permissions: ['SVC_OPERATOR', 'SVC_GROUP_MANAGEMENT', 'SVC_ENVIRONMENT_MANAGEMENT'] });
  const program = await make.user({ type: 'SERVICE', permissions: ['SVC_OPERATOR'] });
  const disabled = await make.user({ permissions: ['SVC_OPERATOR'], active: false });
  await age(365);
  assert.deepEqual(await unusedOf(user.id), ['SVC_ENVIRONMENT_MANAGEMENT', 'SVC_GROUP_MANAGEMENT', 'SVC_OPERATOR']);
  assert.deepEqual([await unusedOf(program.id), await unusedOf(disabled.id)], [['SVC_OPERATOR'], []]);

  await call('GET /account/groups', { token: user.token });
  // The list of workspaces checks whether the caller may see all of them.
  await call('GET /orchestration/workspaces', { token: user.token });
  assertRefused(await call('GET /account/roles', { token: user.token }), 403, 'forbidden');
  assert.deepEqual(await unusedOf(user.id), ['SVC_OPERATOR']);

  await db.writer.rows(sql`update permission_use set last_used_at = now() - interval '100 days' where permission = 'SVC_GROUP_MANAGEMENT'`);
  assert.deepEqual(await unusedOf(user.id), ['SVC_GROUP_MANAGEMENT', 'SVC_OPERATOR']);
  assert.deepEqual(await unusedOf(user.id, { days: 101 }), ['SVC_OPERATOR']);
  const shown = (await call(ROUTE)).body.unused.find((one: { accountId: string }) => one.accountId === user.id);
  assert.deepEqual(
    [shown.userType, shown.name, shown.permission, shown.roles.length, typeof shown.lastUsedDate],
    ['HUMAN', user.login, 'SVC_GROUP_MANAGEMENT', 1, 'string'],
  );
});

test('permission-uses.list.young', async () => {
  await age(365);
  const user = await make.user({ permissions: ['SVC_OPERATOR'] });
  assert.deepEqual(await unusedOf(user.id), []);
  await age(91);
  assert.deepEqual(await unusedOf(user.id), ['SVC_OPERATOR']);
  await age(30);
  const { since } = (await call(ROUTE)).body;
  const counted = await db.reader.only<{ at: Date }>(sql`select permissions_counted_since as at from tenant order by id limit 1`);
  assert.equal(since, counted.at.toISOString(), 'the period begins with the count');
});

test('permission-uses.list.permission', async () => {
  assertRefused(await call(ROUTE, { token: undefined }), 401, 'not_signed_in');
  const without = PERMISSIONS.filter((permission) => permission !== 'SVC_ROLE_MANAGEMENT');
  assertRefused(await call(ROUTE, { token: (await make.user({ permissions: without })).token }), 403, 'forbidden');
  const user = await make.user({ permissions: ['SVC_OPERATOR'] });
  const stranger = await make.user({ permissions: ['SVC_ROLE_MANAGEMENT'], tenant: await make.otherTenant() });
  await age(365);
  assert.deepEqual(await unusedOf(user.id, {}, stranger.token), []);
  for (const days of [0, -1, 3651, 'x']) assertRefused(await call(ROUTE, { query: { days } }), 400, 'malformed_request');
});
