import assert from 'node:assert/strict';
import { test } from 'node:test';
import { watchEvents } from '../../../../test/support/events.ts';
import { startSingleSignOn } from '../../../../test/support/single-sign-on.ts';

const { server, signIn } = await startSingleSignOn({
  MILLRACE_OPENID_CREATE_USERS: 'on',
  MILLRACE_OPENID_ROLES_CLAIM: 'realm.roles',
  MILLRACE_OPENID_GROUPS_CLAIM: 'teams',
});
const { call } = server;

test('events.users.records: single sign-on raises them without an actor, and only for what it changes', async () => {
  await call('POST /account/roles', { body: { name: 'Reader' } });
  await call('POST /account/groups', { body: { name: 'ops' } });
  const mapped = await call('POST /security/role-mappings', { body: { name: 'readers', roles: ['Reader'] } });
  assert.ok(mapped.status < 300, JSON.stringify(mapped.body));
  const { assertRaises } = await watchEvents(server);
  const claims = { email: 'ada@example.com', email_verified: true, given_name: 'Ada', family_name: 'Lovelace' };
  const enter = (roles: string[], teams: string[]) => signIn('ada', { ...claims, realm: { roles }, teams });

  const created = await assertRaises(['user.created', 'user.updated', 'group.users.modified'], () => enter(['readers'], ['ops']));
  assert.deepEqual([...new Set(created.map(({ actor }) => actor))], [null]);
  assert.deepEqual([created[0]?.data.subject, created[1]?.data.assignedRoles[0].name], ['ada@example.com', 'Reader']);
  assert.equal(created[2]?.data.added[0].subject, 'ada@example.com');
  await assertRaises([], () => enter(['readers'], ['ops']));
  const taken = await assertRaises(['user.updated', 'group.users.modified'], () => enter([], []));
  assert.deepEqual([taken[0]?.data.assignedRoles, taken[1]?.data.removed.length], [[], 1]);
});
