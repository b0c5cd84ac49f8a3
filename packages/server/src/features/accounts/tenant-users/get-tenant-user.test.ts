import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PERMISSIONS } from '@millrace/contract';
import { clientWithTokens } from '../../../../test/support/client-tokens.ts';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer, type Answer } from '../../../../test/support/server.ts';

const server = await startTestServer();
const { call, make } = server;
const ROUTE = 'GET /api/v1/users/{id}';

test('tenant-users.get.identity', async () => {
  const { issue } = await clientWithTokens(server);
  const user = await make.user({ permissions: PERMISSIONS });
  const other = await make.user();
  const read = async (id: string, ...scopes: string[]): Promise<Answer> => call(ROUTE, { token: await issue(user, scopes), path: { id } });
  const whole = (await call(ROUTE, { token: user.token, path: { id: user.id } })).body;
  const { id, tenantId, links, subject, name, email } = whole;

  assert.deepEqual((await read(user.id, 'identity.subject:read')).body, { id, tenantId, links, subject });
  assert.deepEqual((await read(user.id, 'identity.name:read', 'identity.email:read')).body, { id, tenantId, links, name, email });
  assertRefused(await read(other.id, 'identity.subject:read', 'identity.name:read'), 404, 'not_found');
  for (const scope of ['users:read', 'users', 'user_default', 'admin.users:read', 'classic_service.svc_user_management']) {
    assert.deepEqual((await read(user.id, scope)).body, whole, scope);
    assert.equal((await read(other.id, scope)).status, 200, scope);
  }
  assertRefused(await read(user.id, 'environments:read'), 403, 'scope_missing');

  const me = await call('GET /api/v1/users/me', { token: await issue(user, ['identity.email:read']) });
  assert.deepEqual([me.status, new URL(me.headers.get('location') ?? '', server.url).pathname], [302, `/api/v1/users/${user.id}`]);
});
