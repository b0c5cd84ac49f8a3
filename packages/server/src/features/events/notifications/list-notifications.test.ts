import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const LIST = 'GET /api/v1/notifications';
const server = await startTestServer({ MILLRACE_ROLE: 'api' });
const { call, make } = server;
const { token } = await make.user();

type Listed = {
  notificationNamePattern: string;
  isSubscribable: boolean;
  presentationInfo: { friendlyName: string };
  subscriptionInfo?: object;
};
const list = async (query: Record<string, string> = {}): Promise<Listed[]> => {
  const { status, body } = await call(LIST, { token, query });
  assert.equal(status, 200, JSON.stringify(body));
  return body.notifications;
};
const nameOf = (kinds: Listed[], pattern = 'task.run.failed'): string | undefined =>
  kinds.find((kind) => kind.notificationNamePattern === pattern)?.presentationInfo.friendlyName;

test('notifications.list.filters', async () => {
  const all = await list();
  for (const name of ['subscribable', 'manageableInHub']) {
    const [yes, no] = [await list({ [name]: 'true' }), await list({ [name]: 'false' })];
    assert.ok(yes.length > 0 && no.length > 0);
    assert.equal(yes.length + no.length, all.length);
    assert.ok(yes.every((one) => one.isSubscribable) && no.every((one) => !one.isSubscribable));
  }
  assert.deepEqual(await list({ subscribable: 'true', manageableInHub: 'false' }), []);
  assertRefused(await call(LIST, { token, query: { subscribable: 'yes' } }), 400, 'malformed_request');
});

test('notifications.list.locale', async () => {
  assert.equal(nameOf(await list()), 'A task has failed');
  for (const locale of ['de', 'de-CH', 'DE']) assert.equal(nameOf(await list({ locale })), 'Ein Task ist gescheitert');
  for (const locale of ['fr', 'fr-CA']) assert.equal(nameOf(await list({ locale })), 'Une tâche a échoué');
  for (const locale of ['ja', 'ja-JP']) assert.equal(nameOf(await list({ locale })), 'タスクが失敗した');
  for (const locale of ['en-GB', 'it']) assert.equal(nameOf(await list({ locale })), 'A task has failed');
});

test('notifications.list.subscribable', async () => {
  for (const one of await list()) assert.equal('subscriptionInfo' in one, one.isSubscribable, one.notificationNamePattern);
  const failed = (await list()).find((one) => one.notificationNamePattern === 'task.run.failed');
  assert.deepEqual(failed?.subscriptionInfo, { action: 'run.failed', resourceType: 'task', target: 'user' });
});

test('notifications.errors.body', async () => {
  const { status, body } = await call(LIST, { token: undefined });
  assert.equal(status, 401);
  assert.deepEqual(Object.keys(body), ['code', 'title', 'detail']);
  assert.equal(body.code, 'not_signed_in');
});
