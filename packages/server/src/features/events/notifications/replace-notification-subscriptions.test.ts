import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../core/database/sql.ts';
import { endRuns, waitingMessages } from '../../../../test/support/notified.ts';
import { leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer, type Answer } from '../../../../test/support/server.ts';

const REPLACE = 'PUT /api/v1/notifications/subscriptions';
const LIST = 'GET /api/v1/notifications/subscriptions';
const INBOX = 'GET /api/v1/web-notifications';
const TABLES = ['notification_subscription', 'notification_transport', 'event_subscription'];
const server = await startTestServer({ MILLRACE_ROLE: 'api' });
const { call, make, platform } = server;
const WEB = [{ type: 'web' }];
const HOOK = 'https://hooks.example.com/services/T0/B0/secret';

const task = await make.task();
const other = await make.task({ workspace: task.workspace });
const viewer = await make.user({ rights: { [task.workspace]: ['VIEW'] } });
const stranger = await make.user();

const replace = async (caller: { token: string }, ...subscriptions: object[]): Promise<Answer['body']> => {
  const { status, body } = await call(REPLACE, { token: caller.token, body: { data: subscriptions } });
  assert.equal(status, 200, JSON.stringify(body));
  assert.deepEqual((await call(LIST, { token: caller.token })).body, body);
  return body.data;
};
const refuses = (caller: { token: string }, subscription: object, status = 400, code = 'malformed_request') =>
  leavesNothing(server, REPLACE, { token: caller.token, body: { data: [subscription] } }, status, code, ...TABLES);
const inbox = async (caller: { token: string }): Promise<string[]> =>
  (await call(INBOX, { token: caller.token })).body.data.map((one: { body: string }) => one.body);

test('notifications.subscribe.kind', async () => {
  await refuses(viewer, { kind: 'task.run.absent', transports: WEB });
  await refuses(viewer, { kind: 'toString', transports: WEB });
  await refuses(viewer, { kind: 'plan.run.failed', taskId: task.id, transports: WEB });
  const [only] = await replace(viewer, { kind: 'task.run.failed', taskId: task.id, transports: WEB });
  assert.deepEqual([only.kind, only.taskId, only.transports], ['task.run.failed', task.id, WEB]);
  assert.deepEqual(await replace(viewer), []);
});

test('notifications.subscribe.right', async () => {
  await refuses(stranger, { kind: 'task.run.failed', taskId: task.id, transports: WEB }, 404, 'not_found');
  await refuses(stranger, { kind: 'task.run.failed', workspaceId: task.workspace, transports: WEB }, 404, 'not_found');
  await refuses(viewer, { kind: 'task.run.failed', workspaceId: task.workspace, taskId: task.id, transports: WEB });
  await replace(viewer, { kind: 'task.run.failed', workspaceId: task.workspace, transports: WEB });
});

test('notifications.transports.encrypted', async () => {
  const [only] = await replace(viewer, { kind: 'task.run.failed', transports: [{ type: 'slack', url: HOOK }] });
  const [{ id, ...shown }] = only.transports;
  assert.deepEqual(shown, { type: 'slack', host: 'hooks.example.com' });
  const row = await platform.db.reader.only<{ url: Buffer; whole: string }>(sql`
    select t.url, t::text as whole
    from notification_transport t
    where t.id = ${id}`);
  assert.ok(!row.whole.includes('services') && !row.url.toString('latin1').includes('services'));
});

test('notifications.transports.kept', async () => {
  const [before] = await replace(viewer, { kind: 'task.run.failed', transports: [{ type: 'slack', url: HOOK }] });
  const { id } = before.transports[0];
  const [after] = await replace(viewer, { kind: 'task.run.succeeded', transports: [{ type: 'slack', id }] });
  assert.deepEqual(after.transports, before.transports);
  await refuses(viewer, { kind: 'task.run.failed', transports: [{ type: 'teams', id }] });
  await refuses(stranger, { kind: 'task.run.failed', transports: [{ type: 'slack', id }] });
  await refuses(viewer, { kind: 'task.run.failed', transports: [{ type: 'webhook' }] });
  await refuses(viewer, { kind: 'task.run.failed', transports: [{ type: 'webhook', url: 'https://user:word@hooks.example.com/' }] });
});

test('notifications.transports.mail', async () => {
  await refuses(viewer, { kind: 'task.run.failed', transports: [{ type: 'email' }] }, 409, 'mail_unavailable');
});

test('notifications.send.limited', async () => {
  const second = await make.user({ rights: { [task.workspace]: ['VIEW'] } });
  await replace(viewer, { kind: 'task.run.failed', taskId: task.id, transports: [...WEB, { type: 'webhook', url: HOOK }] });
  await replace(second, { kind: 'task.run.succeeded', transports: WEB });
  await endRuns(server, other, { status: 'error' });
  assert.deepEqual([await inbox(viewer), await inbox(second)], [[], []]);
  await endRuns(server, task, { status: 'error' }, { status: 'ok' });
  const messages = await waitingMessages(server);
  assert.deepEqual([(await inbox(viewer)).length, (await inbox(second)).length, messages.length], [1, 1, 1]);
  assert.match((await inbox(viewer))[0] ?? '', /^Task .* failed\.$/);
  assert.deepEqual(
    messages[0]?.entries.map(({ kind }) => kind),
    ['task.run.failed'],
  );
});

test('texts are in the language of the account', async () => {
  const german = await make.user({ rights: { [task.workspace]: ['VIEW'] } });
  await platform.db.writer.rows(sql`update account set preferred_language = 'de-AT' where id = ${german.id}`);
  await replace(german, { kind: 'task.run.failed', transports: WEB });
  await endRuns(server, task, {});
  assert.match((await inbox(german))[0] ?? '', /^Der Task .* ist gescheitert\.$/);
});

test('an account without VIEW gets no entry in its inbox, though it subscribed while it had it', async () => {
  const former = await make.user({ rights: { [task.workspace]: ['VIEW'] } });
  await replace(former, { kind: 'task.run.failed', taskId: task.id, transports: WEB });
  await replace(stranger, { kind: 'task.run.failed', transports: WEB });
  await platform.db.writer.rows(sql`delete from workspace_right where account_id = ${former.id}`);
  await endRuns(server, task, {});
  assert.deepEqual([await inbox(former), await inbox(stranger)], [[], []]);
});
