import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../core/database/sql.ts';
import { assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer, type Answer, type Sent } from '../../../../test/support/server.ts';

const server = await startTestServer();
const { call, make, platform } = server;
const TABLES = ['account', 'account_role', 'personal_access_token'];
const first = await make.administrator();
const role: string = (await call('GET /account/roles', { query: { nameFilter: 'TenantAdmin' } })).body[0].id;
const read = async (id: string, token?: string) =>
  (await call('GET /account/users/{id}', { path: { id }, ...(token !== undefined && { token }) })).body;

/** Each route by which an administrator can be removed. */
const routes: Readonly<Record<string, (id: string) => Promise<Sent>>> = {
  'DELETE /account/users/{id}': async (id) => ({ path: { id } }),
  'DELETE /account/users/{id}/roles/{roleId}': async (id) => ({ path: { id, roleId: role } }),
  'DELETE /account/roles/{id}/users/{userId}': async (id) => ({ path: { id: role, userId: id } }),
  'PUT /account/users/{id}': async (id) => ({ path: { id }, body: { ...(await read(id)), active: false } }),
  'PUT /account/users/{id} (roles)': async (id) => ({ path: { id }, body: { ...(await read(id)), roleIds: [] } }),
};
const literal = (route: string): string => route.replace(' (roles)', '');

/** Makes an administrator with a token. */
async function administrator(): Promise<{ id: string; token: string }> {
  const user = await make.user();
  await call('POST /account/users/{id}/roles', { path: { id: user.id }, body: [role] });
  return user;
}

test('users.administrator.last', async () => {
  // These do not count: a service account, a disabled user, an administrator by a group, and one of another tenant.
  const disabled = await administrator();
  await call('PUT /account/users/{id}', { path: { id: disabled.id }, body: { ...(await read(disabled.id)), active: false } });
  const service = await make.user({ type: 'SERVICE' });
  await platform.db.writer.rows(sql`insert into account_role (account_id, role_id) values (${service.id}, ${role})`);
  const member = await make.user();
  await call('POST /account/groups', { body: { name: 'Administrators', userIds: [member.id], roleIds: [role] } });
  for (const [route, sent] of Object.entries(routes))
    await leavesNothing(server, literal(route), await sent(first), 409, 'last_administrator', ...TABLES);
  assert.deepEqual(await read(first).then(({ active, roleIds }) => [active, roleIds]), [true, [role]]);

  const unchanged = await call('PUT /account/users/{id}', { path: { id: first }, body: { ...(await read(first)), title: 'Root' } });
  assert.equal(unchanged.status, 200);
  assert.equal((await call('DELETE /account/users/{id}', { path: { id: disabled.id } })).status, 204);
});

test('the token of the home folder belongs to another administrator if the first one has lost the role', async () => {
  const second = await administrator();
  await call('DELETE /account/users/{id}/roles/{roleId}', { path: { id: first, roleId: role } });
  const token = await make.administratorToken();
  assert.equal((await call('GET /account/me', { token })).body.id, second.id);
  await call('POST /account/users/{id}/roles', { token, path: { id: first }, body: [role] });
  assert.equal((await call('GET /account/me', { token: await make.administratorToken() })).body.id, first);
  assert.equal((await call('DELETE /account/users/{id}', { path: { id: second.id } })).status, 204);
});

for (const [route, sent] of Object.entries(routes))
  test(`users.administrator.last: one of two administrators that remove each other by ${route} stays`, async () => {
    for (let round = 0; round < 3; round += 1) {
      const second = await administrator();
      const third = await administrator();
      // The first administrator gives up the role, so that two are left.
      const removedRoles = await platform.db.writer.rows(
        sql`delete from account_role where account_id = ${first} and role_id = ${role} returning role_id`,
      );
      assert.equal(removedRoles.length, 1);
      const [ofSecond, ofThird] = [await sentBy(second.token, route, second.id, sent), await sentBy(third.token, route, third.id, sent)];
      const answers: Answer[] = await Promise.all([
        call(literal(route), { ...ofThird, token: second.token }),
        call(literal(route), { ...ofSecond, token: third.token }),
      ]);
      const [winner, loser] = answers.toSorted((a, b) => a.status - b.status);
      assert.ok(winner && loser && winner.status < 300, JSON.stringify(answers.map(({ status, body }) => [status, body])));
      // The call that loses the race may have lost its permissions before it began.
      if (loser.status === 409) assertRefused(loser, 409, 'last_administrator');
      else assert.ok(loser.status === 401 || loser.status === 403, JSON.stringify(loser.body));
      const { count } = await platform.db.reader.only<{ count: number }>(sql`
        select count(*) as count
        from account_role m
        join account a on a.id = m.account_id
        where m.role_id = ${role}
          and a.active
          and a.user_type = 'HUMAN'`);
      assert.equal(count, 1);
      await platform.db.writer.rows(sql`insert into account_role (account_id, role_id) values (${first}, ${role})`);
      await platform.db.writer.rows(sql`delete from account_role where account_id in (${second.id}, ${third.id})`);
    }
  });

/** Builds the request, read by an administrator, that removes a user. */
async function sentBy(token: string, route: string, id: string, build: (id: string) => Promise<Sent>): Promise<Sent> {
  if (!route.startsWith('PUT')) return build(id);
  const user = await read(id, token);
  return { path: { id }, body: route.endsWith('(roles)') ? { ...user, roleIds: [] } : { ...user, active: false } };
}
