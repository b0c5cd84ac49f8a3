import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PERMISSIONS } from '@millrace/contract';
import { assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { fieldsOfWebhook, FINISHED, WEBHOOK_TABLES, webhooksOn } from './webhooks.fixture.ts';

const LIST = 'GET /api/v1/webhooks';
const server = await startTestServer({ MILLRACE_ROLE: 'api' });
const { call, make } = server;
const { create } = webhooksOn(server);
const [manager, ada, bob] = [await make.user({ permissions: ['SVC_WEBHOOK_MANAGEMENT'] }), await make.user(), await make.user()];
const abroad = await make.user({ permissions: PERMISSIONS, tenant: await make.otherTenant() });

const first = await create({ name: 'Loads of 100%', url: 'https://a.example.com/x_1', eventTypes: [] }, ada.token);
const second = await create({ name: 'loads of cars', url: 'https://b.example.com/', enabled: true, origin: 'automations' }, ada.token);
const third = await create({ name: 'Other', url: 'https://c.example.com/', eventTypes: ['com.service.v1.webhook.test'] }, bob.token);
const fourth = await create({ name: 'All', url: 'https://d.example.com/', level: 'tenant', origin: 'management-console' }, manager.token);
const names = new Map([first, second, third, fourth].map(({ id }, index) => [id, index + 1]));

/** The numbers of the listed webhooks. */
async function listed(query: object, token = manager.token): Promise<(number | undefined)[]> {
  const { status, body } = await call(LIST, { token, query: query as Record<string, string> });
  assert.equal(status, 200, JSON.stringify(body));
  return body.data.map(({ id }: { id: string }) => names.get(id));
}

test('webhooks.list.admin', async () => {
  assert.deepEqual(await listed({}), [4, 3, 2, 1]);
  assert.deepEqual(await listed({}, ada.token), [2, 1]);
  assert.deepEqual(await listed({}, bob.token), [3]);
  assert.deepEqual(await listed({}, abroad.token), []);
});

test('a webhook of another user is hidden from all operations, and open to a manager', async () => {
  const path = { id: first.id };
  const delivery = { id: first.id, deliveryId: first.id };
  const patch = [{ op: 'replace', path: '/name', value: 'Mine' }];
  for (const [route, sent] of [
    ['GET /api/v1/webhooks/{id}', { path }],
    ['PATCH /api/v1/webhooks/{id}', { path, body: patch }],
    ['PUT /api/v1/webhooks/{id}', { path, body: fieldsOfWebhook() }],
    ['DELETE /api/v1/webhooks/{id}', { path }],
    ['POST /api/v1/webhooks/{id}/actions/test', { path }],
    ['GET /api/v1/webhooks/{id}/deliveries', { path }],
    ['GET /api/v1/webhooks/{id}/deliveries/{deliveryId}', { path: delivery }],
    ['POST /api/v1/webhooks/{id}/deliveries/{deliveryId}/actions/resend', { path: delivery }],
  ] as const) {
    for (const { token } of [bob, abroad]) await leavesNothing(server, route, { ...sent, token }, 404, 'not_found', ...WEBHOOK_TABLES);
    assertRefused(await call(route, { ...sent, token: undefined }), 401, 'not_signed_in');
  }
  const changed = await call('PATCH /api/v1/webhooks/{id}', {
    path: { id: third.id },
    token: manager.token,
    body: [{ op: 'replace', path: '/description', value: 'x' }],
  });
  assert.equal(changed.status, 204);
  const { body } = await call('GET /api/v1/webhooks/{id}', { path: { id: third.id }, token: bob.token });
  assert.deepEqual([body.ownerId, body.createdByUserId, body.updatedByUserId], [bob.id, bob.id, manager.id]);
});

test('webhooks.list.wildcards', async () => {
  const cases: [query: object, expected: number[]][] = [
    [{ name: 'LOADS*' }, [2, 1]],
    [{ name: '*o*' }, [3, 2, 1]],
    [{ name: 'loads' }, []],
    [{ name: 'loads of 100%' }, [1]],
    [{ name: '%' }, []],
    [{ name: '_ther' }, []],
    [{ name: '**all' }, [4]],
    [{ url: 'https://A.example.com/*' }, [1]],
    [{ url: '*x_1' }, [1]],
    [{ url: '*_' }, []],
    [{ name: 'loads*', url: '*b.example*' }, [2]],
  ];
  for (const [query, expected] of cases) assert.deepEqual(await listed(query), expected, JSON.stringify(query));
});

test('lists by each other field', async () => {
  const cases: [query: object, expected: number[]][] = [
    [{ level: 'tenant' }, [4]],
    [{ enabled: true }, [2]],
    [{ enabled: false, level: 'user' }, [3, 1]],
    [{ eventTypes: FINISHED }, [4, 2]],
    [{ eventTypes: `com.service.v1.webhook.test, ${FINISHED}` }, [4, 3, 2]],
    [{ eventTypes: 'unknown' }, []],
    [{ origins: 'api' }, [3, 1]],
    [{ origins: 'automations,management-console' }, [4, 2]],
    [{ ownerId: ada.id }, [2, 1]],
    [{ ownerId: 'unknown' }, []],
    [{ createdByUserId: manager.id.toUpperCase() }, [4]],
    [{ updatedByUserId: ada.id }, [2, 1]],
    [{ sort: 'name' }, [4, 1, 2, 3]],
    [{ sort: '-url' }, [4, 3, 2, 1]],
    [{ sort: '+createdAt' }, [1, 2, 3, 4]],
    [{ sort: '-updatedAt' }, [3, 4, 2, 1]],
  ];
  for (const [query, expected] of cases) assert.deepEqual(await listed(query), expected, JSON.stringify(query));
  for (const query of [{ level: 'all' }, { enabled: 'x' }, { origins: 'api,x' }, { limit: 101 }, { sort: 'level' }, { next: 'x' }])
    assertRefused(await call(LIST, { query: query as Record<string, string> }), 400, 'malformed_request');
});

test('pages keep the parameters of the list', async () => {
  const { body: page } = await call(LIST, { token: manager.token, query: { limit: 1, name: '*o*', sort: 'name' } });
  const { body: next } = await call(`GET ${page.links.next.href.slice(server.url.length)}`, { token: manager.token });
  assert.deepEqual([page.data[0].id, next.data[0].id], [first.id, second.id]);
  const { body: back } = await call(`GET ${next.links.prev.href.slice(server.url.length)}`, { token: manager.token });
  assert.deepEqual([back.data, 'prev' in back.links], [page.data, false]);
});
