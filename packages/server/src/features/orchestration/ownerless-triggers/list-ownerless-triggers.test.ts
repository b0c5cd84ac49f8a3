import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PERMISSIONS } from '@millrace/contract';
import { sql } from '../../../core/database/sql.ts';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { disableAccount, setForeignWebhook, setTriggers, type FormerAccountTriggers } from './make.fixture.ts';

const ROUTE = 'GET /orchestration/ownerless-triggers';
// Without a worker, no trigger fires in between.
const server = await startTestServer({ MILLRACE_ROLE: 'api' });
const { call, make, platform } = server;

type Item = Record<string, string | undefined>;
const list = async (token: string, query: Record<string, number> = {}): Promise<{ total: number; items: Item[] }> => {
  const { status, body } = await call(ROUTE, { token, query });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};
const administrator = (rights: Parameters<typeof make.user>[0] = {}) => make.user({ permissions: ['SVC_USER_MANAGEMENT'], ...rights });
const ofUser = ({ items }: { items: Item[] }, { user }: FormerAccountTriggers): Item[] =>
  items.filter(({ accountId }) => accountId === user.id);
const byTarget = (items: readonly Item[]): Item[] =>
  items.toSorted((a, b) => (a['executableId'] ?? '').localeCompare(b['executableId'] ?? ''));

test('ownerless-triggers.list.all', async () => {
  const left = await setTriggers(server);
  const { user, workspace } = left;
  const { token } = await administrator({ rights: { [workspace]: ['VIEW'] } });
  assert.deepEqual(ofUser(await list(token), left), [], 'an active account');
  await disableAccount(server, user.id);
  const rows = await platform.db.reader.rows<{
    task_id: string | null;
    plan_id: string | null;
    next_at: Date;
    schedule_id: string | null;
  }>(sql`
    select coalesce(g.task_id, s.task_id) as task_id, g.plan_id, g.next_at, g.schedule_id
    from time_trigger g
    left join schedule s on s.id = g.schedule_id
    where g.set_by_id = ${user.id}`);
  const nextDate = (target: string): string =>
    rows.find(({ task_id: task, plan_id: plan }) => target === task || target === plan)?.next_at.toISOString() ?? assert.fail();
  const account = { accountId: user.id, accountType: 'HUMAN', accountLogin: user.login, accountStatus: 'DISABLED' };
  const names = await platform.db.reader.rows<{ id: string; name: string }>(sql`
    select id, name
    from task
    union all
    select id, name
    from plan`);
  const of = (executableType: string, executableId: string): Item => ({
    executableType,
    executableId,
    executableName: names.find(({ id }) => id === executableId)?.name ?? assert.fail(),
    workspaceId: workspace,
    ...account,
  });
  const { scheduled, timed, called, plan } = left;
  const scheduleId = rows.find(({ schedule_id: id }) => id !== null)?.schedule_id ?? assert.fail();
  assert.deepEqual(
    byTarget(ofUser(await list(token), left)),
    byTarget([
      { kind: 'SCHEDULE', ...of('TASK', scheduled.id), triggerName: 'morning', scheduleId, nextDate: nextDate(scheduled.id) },
      { kind: 'RUN_CONFIGURATION', ...of('TASK', timed.id), triggerName: 'run-config', nextDate: nextDate(timed.id) },
      { kind: 'WEBHOOK', ...of('TASK', called.id), triggerName: 'hook' },
      { kind: 'RUN_CONFIGURATION', ...of('PLAN', plan), triggerName: 'run-config', nextDate: nextDate(plan) },
    ]),
  );
  const path = { taskId: scheduled.id };
  assert.equal((await call('DELETE /orchestration/executables/tasks/{taskId}/schedule', { path })).status, 204);
  await platform.db.writer.rows(sql`update time_trigger set next_at = null where task_id = ${timed.id}`);
  assert.equal(ofUser(await list(token), left).length, 2, 'a trigger without a task, and one that fires no more, are omitted');
});

test('lists the triggers of a deleted account, page by page', async () => {
  const left = await setTriggers(server);
  await call('DELETE /orchestration/executables/tasks/{taskId}/run-config', { path: { taskId: left.called.id } });
  assert.equal((await call('DELETE /account/users/{id}', { path: { id: left.user.id } })).status, 204);
  const { token } = await administrator();
  const { total, items } = await list(token);
  assert.equal(total, items.length);
  const mine = ofUser({ items }, left);
  assert.equal(mine.length, 3);
  for (const item of mine) {
    assert.deepEqual([item['accountStatus'], item['accountType'], item['accountLogin']], ['DELETED', 'HUMAN', undefined]);
  }
  const pages = await Promise.all(items.map((_item, offset) => list(token, { limit: 1, offset })));
  assert.deepEqual(
    pages.flatMap((page) => page.items),
    items,
  );
});

test('ownerless-triggers.list.names', async () => {
  const left = await setTriggers(server);
  await disableAccount(server, left.user.id);
  const { token } = await administrator();
  const items = ofUser(await list(token), left);
  assert.equal(items.length, 4);
  for (const item of items) {
    assert.ok(item['executableId']);
    assert.deepEqual([item['executableName'], item['workspaceId'], item['triggerName']], [undefined, undefined, undefined]);
  }
  const owner = await make.user({ permissions: PERMISSIONS, tenant: await make.otherTenant() });
  assert.deepEqual(await list(owner.token), { items: [], limit: 100, offset: 0, total: 0 }, 'another tenant');
});

test('ownerless-triggers.list.permission', async () => {
  for (const permission of ['SVC_USER_MANAGEMENT', 'SVC_OPERATOR'] as const)
    await list((await make.user({ permissions: [permission] })).token);
  const others = PERMISSIONS.filter((one) => one !== 'SVC_USER_MANAGEMENT' && one !== 'SVC_OPERATOR');
  assertRefused(await call(ROUTE, { token: (await make.user({ permissions: others })).token }), 403, 'forbidden');
});

test('ownerless-triggers.list.all: the maker of a webhook', async () => {
  const { maker, runner, task } = await setForeignWebhook(server);
  const { token } = await administrator({ rights: { [task.workspace]: ['VIEW'] } });
  const listed = async (): Promise<Item[]> => (await list(token)).items.filter(({ executableId }) => executableId === task.id);
  assert.deepEqual(await listed(), []);
  await disableAccount(server, maker.id);
  const item = { kind: 'WEBHOOK', executableType: 'TASK', executableId: task.id, workspaceId: task.workspace, triggerName: 'hook' };
  const shown = async (): Promise<Item[]> => (await listed()).map(({ executableName: _name, ...rest }) => rest);
  const ofMaker = { ...item, accountId: maker.id, accountType: 'HUMAN' };
  assert.deepEqual(await shown(), [{ ...ofMaker, accountLogin: maker.login, accountStatus: 'DISABLED' }]);
  assert.equal((await call('DELETE /account/users/{id}', { path: { id: maker.id } })).status, 204);
  assert.deepEqual(await shown(), [{ ...ofMaker, accountStatus: 'DELETED' }]);
  await disableAccount(server, runner.id);
  assert.deepEqual(await shown(), [
    { ...item, accountId: runner.id, accountType: 'HUMAN', accountLogin: runner.login, accountStatus: 'DISABLED' },
  ]);
});
