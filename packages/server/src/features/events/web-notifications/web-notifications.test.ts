// run: own server because it sets MILLRACE_PUBLIC_URL
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer, type Answer } from '../../../../test/support/server.ts';
import { addWebNotifications } from './rows.ts';

const LIST = 'GET /api/v1/web-notifications';
const READ = 'GET /api/v1/web-notifications/{id}';
const CHANGE = 'PATCH /api/v1/web-notifications/{id}';
const DELETE = 'DELETE /api/v1/web-notifications/{id}';
const CHANGE_ALL = 'PATCH /api/v1/web-notifications/all';
const DELETE_ALL = 'DELETE /api/v1/web-notifications/all';
const server = await startTestServer({ MILLRACE_ROLE: 'api', MILLRACE_PUBLIC_URL: 'https://millrace.example.com' });
const { call, make, platform } = server;
const mark = (value: boolean) => [{ op: 'replace', path: '/read', value }];

/** A user with three notifications: two about tasks, one about an engine. */
async function reader() {
  const user = await make.user();
  const common = {
    account: user.id,
    href: '/processing/executions/1/explanation',
    action: 'run.failed',
    resourceId: crypto.randomUUID(),
    spaceId: null,
  };
  const added = ['first', 'second', 'third'].map((body) => ({ ...common, body, resourceType: body === 'third' ? 'engine' : 'task' }));
  for (const notification of added) await addWebNotifications(platform.db.writer, [notification]);
  const list = async (query: Record<string, unknown> = {}): Promise<Answer['body']> =>
    (await call(LIST, { token: user.token, query })).body;
  const ids: string[] = (await list()).data.map(({ id }: { id: string }) => id);
  return { ...user, list, ids, path: { id: ids[0] ?? '' } };
}
const bodies = ({ data }: { data: { body: string }[] }): string[] => data.map(({ body }) => body);

test('web-notifications.list.filters', async () => {
  const { list, token, path } = await reader();
  const all = await list();
  assert.deepEqual([bodies(all), all.meta], [['third', 'second', 'first'], { unreadCount: 3 }]);
  assert.equal(all.data[0].meta.href, 'https://millrace.example.com/processing/executions/1/explanation');
  assert.deepEqual(bodies(await list({ sort: '+createdAt' })), ['first', 'second', 'third']);
  assert.deepEqual(bodies(await list({ resourceType: 'task' })), ['second', 'first']);
  assert.deepEqual(bodies(await list({ resourceType: 'task,engine' })), ['third', 'second', 'first']);
  assert.equal((await call(CHANGE, { token, path, body: mark(true) })).status, 204);
  const read = await list({ read: true });
  assert.deepEqual([bodies(read), read.meta, read.data[0].read], [['third'], { unreadCount: 2 }, true]);
  assert.deepEqual(bodies(await list({ read: false })), ['second', 'first']);
  assert.equal(bodies(await list({ sort: '-updatedAt' }))[0], 'third');
  const first = await list({ limit: 2, resourceType: 'task,engine' });
  assert.equal(new URL(first.links.next.href).searchParams.get('resourceType'), 'task,engine');
  const page = new URL(first.links.next.href).searchParams.get('page');
  assert.deepEqual(bodies(await list({ limit: 2, page })), ['first']);
});

test('web-notifications.change.read', async () => {
  const { list, token, path, ids } = await reader();
  for (const operation of [
    { op: 'add', path: '/read', value: true },
    { op: 'replace', path: '/body', value: true },
  ])
    assertRefused(await call(CHANGE, { token, path, body: [operation] }), 400, 'malformed_request');
  assertRefused(await call(CHANGE_ALL, { token, body: [{ op: 'replace', path: '/read', value: 'yes' }] }), 400, 'malformed_request');
  assert.equal((await list()).meta.unreadCount, 3);
  assert.equal((await call(CHANGE_ALL, { token, body: mark(true) })).status, 204);
  assert.equal((await list()).meta.unreadCount, 0);
  assert.equal((await call(CHANGE, { token, path, body: mark(false) })).status, 204);
  assert.equal((await call(READ, { token, path })).body.read, false);
  assert.equal((await call(DELETE, { token, path })).status, 204);
  assert.equal((await list()).data.length, ids.length - 1);
});

test('web-notifications.all.own', async () => {
  const [own, other] = [await reader(), await reader()];
  const { token } = other;
  assertRefused(await call(READ, { token, path: own.path }), 404, 'not_found');
  await leavesNothing(server, CHANGE, { token, path: own.path, body: mark(true) }, 404, 'not_found', 'web_notification');
  await leavesNothing(server, DELETE, { token, path: own.path }, 404, 'not_found', 'web_notification');
  assert.equal((await call(CHANGE_ALL, { token, body: mark(true) })).status, 204);
  assert.equal((await call(DELETE_ALL, { token })).status, 204);
  assert.deepEqual([(await other.list()).data, (await own.list()).meta.unreadCount], [[], 3]);
});

test('web-notifications.errors.body', async () => {
  const { token } = await reader();
  const { status, body } = await call(READ, { token, path: { id: crypto.randomUUID() } });
  assert.equal(status, 404);
  assert.equal(body.errors[0].message, body.errors[0].detail);
});
