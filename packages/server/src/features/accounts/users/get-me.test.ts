import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PERMISSIONS } from '@millrace/contract';
import { sql } from '../../../core/database/sql.ts';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'GET /account/me';
const { call, make, platform } = await startTestServer();

test('users.me.read', async () => {
  const user = await make.user({ permissions: ['SVC_OPERATOR', 'SVC_ENGINE_USE'] });
  const { status, body } = await call(ROUTE, { token: user.token });
  assert.equal(status, 200);
  const { createdDate, lastModified, roles, ...rest } = body;
  assert.deepEqual(rest, {
    type: 'USER',
    id: user.id,
    login: user.login,
    firstName: 'Test',
    lastName: 'User',
    name: 'Test User',
    email: `${user.login}@example.com`,
    active: true,
    permissions: ['SVC_ENGINE_USE', 'SVC_OPERATOR'],
    accountId: user.tenant,
  });
  assert.deepEqual(
    roles.map(({ permissions }: { permissions: string[] }) => permissions),
    [['SVC_ENGINE_USE', 'SVC_OPERATOR']],
  );
  assert.match(createdDate, /Z$/);
  assert.equal(lastModified, createdDate);
});

test('shows the administrator with all permissions and the built-in role', async () => {
  const { body } = await call(ROUTE);
  assert.equal(body.login, 'admin');
  assert.deepEqual(body.permissions, [...PERMISSIONS].toSorted());
  assert.deepEqual(body.roles, [{ name: 'TenantAdmin', permissions: [...PERMISSIONS].toSorted() }]);
});

test('shows a caller without roles and permissions', async () => {
  const user = await make.user();
  await platform.db.writer.rows(sql`
    delete from account_role
    where account_id = ${user.id}`);
  const { body } = await call(ROUTE, { token: user.token });
  assert.deepEqual([body.permissions, body.roles], [[], []]);
});

test('shows the current permissions, each once even if several roles have it', async () => {
  const user = await make.user({ permissions: ['SVC_OPERATOR'] });
  await platform.db.writer.rows(sql`
    insert into account_role (account_id, role_id)
    select ${user.id}, id
    from role
    where tenant_id = ${user.tenant}
      and name = 'Operator'`);
  const { body } = await call(ROUTE, { token: user.token });
  assert.deepEqual(body.permissions, ['SVC_OPERATOR', 'SVC_RUN_PROFILE_MANAGEMENT']);
  assert.equal(body.roles.length, 2);
});

test('requires a token of an active user', async () => {
  assertRefused(await call(ROUTE, { token: undefined }), 401, 'not_signed_in');
  assertRefused(await call(ROUTE, { token: (await make.user({ active: false })).token }), 401, 'not_signed_in');
});
