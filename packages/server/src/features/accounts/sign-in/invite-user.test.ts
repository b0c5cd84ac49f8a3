import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from '../../../core/database/sql.ts';
import { leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const server = await startTestServer();
const { call, make, platform, url } = server;
const INVITE = 'POST /account/users/{id}/invitation';
const RESET = 'POST /account/users/{id}/password-reset';

describe('links for users', () => {
  test('sign-in.link.mail: without a mail server the answer has the link', async () => {
    const user = await make.user();
    for (const [route, hours] of [
      [INVITE, 72],
      [RESET, 1],
    ] as const) {
      const { status, body, headers } = await call(route, { path: { id: user.id } });
      assert.deepEqual([status, body.sent, Object.keys(body).toSorted()], [200, false, ['expiryDate', 'link', 'sent']]);
      assert.ok(body.link.startsWith(`${url}/set-password?token=mri_`), body.link);
      assert.equal(headers.get('cache-control'), 'no-store');
      const { hours: valid } = await platform.db.reader.only<{ hours: number }>(sql`
        select round(extract(epoch from ${body.expiryDate}::timestamptz - now()) / 3600)::int as hours`);
      assert.equal(valid, hours);
    }
  });

  for (const route of [INVITE, RESET]) {
    test(`sign-in.link.permission: ${route}`, async () => {
      const { id } = await make.user();
      await leavesNothing(server, route, { path: { id }, token: undefined }, 401, 'not_signed_in', 'password_link');
      const { token } = await make.user({ permissions: ['SVC_GROUP_MANAGEMENT'] });
      await leavesNothing(server, route, { path: { id }, token }, 403, 'forbidden', 'password_link');
    });

    test(`sign-in.link.no-escalation: ${route}`, async () => {
      const { token } = await make.user({ permissions: ['SVC_USER_MANAGEMENT', 'SVC_OPERATOR'] });
      const administrator = await make.administrator();
      await leavesNothing(server, route, { path: { id: administrator }, token }, 403, 'user_has_more_permissions', 'password_link');
      const equal = await make.user({ permissions: ['SVC_OPERATOR'] });
      assert.equal((await call(route, { path: { id: equal.id }, token })).status, 200);

      const { id: workspace } = await make.workspace();
      const author = await make.user({ rights: { [workspace]: ['AUTHOR'] } });
      const path = { id: author.id };
      const { body } = await leavesNothing(server, route, { path, token }, 403, 'user_has_more_permissions', 'password_link');
      assert.match(body.detail, /AUTHOR on a workspace/);
      const manager = await make.user({ permissions: ['SVC_USER_MANAGEMENT'], rights: { [workspace]: ['MANAGE'] } });
      assert.equal((await call(route, { path, token: manager.token })).status, 200);
    });

    test(`sign-in.link.active: ${route}`, async () => {
      const { id } = await make.user({ active: false });
      await leavesNothing(server, route, { path: { id } }, 409, 'user_inactive', 'password_link');
    });

    test(`users of other tenants and service accounts are not found: ${route}`, async () => {
      const foreign = await make.user({ tenant: await make.otherTenant() });
      const service = await make.user({ type: 'SERVICE' });
      for (const id of [foreign.id, service.id, crypto.randomUUID()])
        await leavesNothing(server, route, { path: { id } }, 404, 'not_found', 'password_link');
    });
  }

  test('sign-in.invitation.once', async () => {
    const { id } = await make.person();
    await leavesNothing(server, INVITE, { path: { id } }, 409, 'user_has_password', 'password_link');
    assert.equal((await call(RESET, { path: { id } })).status, 200);
  });
});
