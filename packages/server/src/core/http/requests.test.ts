import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, leavesNothing } from '../../../test/support/refusals.ts';
import { startTestServer } from '../../../test/support/server.ts';

const server = await startTestServer();
const { call, make } = server;

test('requests.path.literal', async () => {
  for (const path of ['/api/v1/audits/settings', '/api/v1/audits/archive', '/api/v1/groups/settings', '/api/v1/groups/settings/'])
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const answer = await call(`${method} ${path}`, { query: { date: '2026-01-01' }, body: method === 'PATCH' ? [] : undefined });
      assertRefused(answer, 404, 'route_unknown');
      assert.equal(answer.headers.get('allow'), null, `${method} ${path}`);
    }
  for (const [route, allowed] of [
    ['PATCH /api/v1/users/me', 'GET'],
    ['DELETE /api/v1/users/me/', 'GET'],
    ['DELETE /account/service-accounts/count', 'GET'],
    ['PUT /account/service-accounts/permissions', 'GET'],
    ['DELETE /api/v1/webhooks/event-types', 'GET'],
    ['PUT /api/v1/audits/types', 'GET'],
    ['GET /orchestration/executables/tasks/search', 'POST'],
  ] as const) {
    const answer = await leavesNothing(
      server,
      route,
      { body: route.startsWith('GET') ? undefined : {} },
      405,
      'method_not_allowed',
      'account',
    );
    assert.equal(answer.headers.get('allow'), allowed, route);
  }
  assertRefused(await call('GET /api/v1/audits/setting'), 400, 'malformed_request');
});

test('requests.query.repeated', async () => {
  const [first, second] = [await make.workspace(), await make.workspace()];
  const list = async (query: string) => call(`GET /orchestration/connections?${query}`);
  const [one, both] = [await list('limit=1'), await list('limit=5&limit=1&limit=2')];
  assert.deepEqual([one.body.limit, both.status, both.body.limit], [1, 200, 2], JSON.stringify(both.body));
  assert.equal((await list(`workspaceId=${first.id}&workspaceId=${second.id}`)).status, 200);
  assertRefused(await list('limit=2&limit=x'), 400, 'malformed_request');
  assert.equal((await list('limit=x&limit=2')).status, 200);
  const types = await call('GET /orchestration/artifacts?types=standard&types=route');
  assert.equal(types.status, 200, 'a parameter that is a list has all its values');
  assertRefused(await call('GET /orchestration/artifacts?types=none&types=route'), 400, 'malformed_request');
});

test('requests.body.null-read-only', async () => {
  const shown = { id: null, secret: null, createdDate: null, lastModifiedDate: null, lastUsedDate: null, lastUsedApi: null };
  const account = await call('POST /account/service-accounts', { body: { ...shown, name: 'whole model', permissions: [] } });
  assert.equal(account.status, 201, JSON.stringify(account.body));
  const group = await call('POST /api/v1/groups', {
    body: { name: 'Whole', id: null, tenantId: null, createdAt: null, lastUpdatedAt: null, links: null, description: null },
  });
  assert.equal(group.status, 201, JSON.stringify(group.body));
  for (const extra of [{ id: crypto.randomUUID() }, { secret: 'mrs_chosen' }, { other: null }])
    await leavesNothing(
      server,
      'POST /account/service-accounts',
      { body: { ...shown, name: 'refused', permissions: [], ...extra } },
      400,
      'malformed_request',
      'service_account',
    );
});
