import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PERMISSIONS } from '@millrace/contract';
import { newId } from '../../../core/base/id.ts';
import { json, sql } from '../../../core/database/sql.ts';
import { boundSchedule, boundToPlan } from '../../../../test/support/bind.ts';
import type { MadeTask } from '../../../../test/support/make.ts';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'POST /orchestration/executables/events/search';
const server = await startTestServer();
const { call, make, platform } = server;

const day = (text: string): number => Date.parse(`${text}T00:00:00Z`);
const PERIOD = { from: day('2030-06-01'), to: day('2030-06-02') };
const at = (name: string, startTime: string) => ({ name, type: 'DAILY', interval: 1, startDate: '2030-01-01', startTime });
const configure = async (task: MadeTask, hours: string, engine?: string): Promise<void> => {
  const runtime = engine === undefined ? { type: 'CLOUD' } : { type: 'REMOTE_ENGINE', id: engine };
  const body = { trigger: { type: 'CRON', cronExpression: `0 ${hours} * * ?` }, runtime };
  const path = { taskId: task.id };
  assert.equal((await call('PUT /orchestration/executables/tasks/{taskId}/run-config', { path, body })).status, 200);
};

const north = await make.workspace();
const { environment } = north;
const south = await make.workspace({ environment });
const engine = await make.engine({ environment });
const tasks = {
  alpha: await make.task({ workspace: north.id, tags: ['sales', 'daily'] }),
  beta: await make.task({ workspace: north.id, tags: ['sales'] }),
  gamma: await make.task({ workspace: south.id, configured: false }),
  paused: await make.task({ workspace: north.id }),
  manual: await make.task({ workspace: north.id }),
  elsewhere: await make.task(),
};
await configure(tasks.alpha, '6,12');
await configure(tasks.beta, '7', engine.id);
await boundSchedule(server, tasks.gamma, { triggers: [at('late', '18:00'), at('noon', '12:00')] });
await configure(tasks.paused, '1');
await call('PUT /orchestration/executables/tasks/{taskId}/pause', { path: { taskId: tasks.paused.id }, body: { pause: true } });
await configure(tasks.elsewhere, '2');

const nameOf = (id: string): string => Object.entries(tasks).find(([, task]) => task.id === id)?.[0] ?? id;
const search = async (body: object = {}, token?: string): Promise<string[]> => {
  const answer = await call(ROUTE, { body: { environmentId: environment, ...PERIOD, ...body }, ...(token !== undefined && { token }) });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  assert.equal(answer.body.total, answer.body.items.length);
  return answer.body.items.map(({ id, date }: { id: string; date: string }) => `${nameOf(id)} ${Number(date.slice(11, 13))}`);
};
const ALL = ['alpha 6', 'beta 7', 'alpha 12', 'gamma 12', 'gamma 18'];

test('triggers.events.order', async () => {
  assert.deepEqual(await search(), ALL);
  const page = async (body: object) => (await call(ROUTE, { body: { environmentId: environment, ...PERIOD, ...body } })).body;
  const { items } = await page({});
  assert.deepEqual(items[0], { id: tasks.alpha.id, sourceTriggerName: 'run-config', date: '2030-06-01T06:00:00.000Z', type: 'TASK' });
  assert.equal(items[4].sourceTriggerName, 'late');
  for (let offset = 0; offset <= ALL.length; offset += 1)
    assert.deepEqual(await page({ limit: 1, offset }), { items: items.slice(offset, offset + 1), limit: 1, offset, total: ALL.length });
  const { total } = await page({ to: day('2031-06-01'), limit: 1 });
  assert.equal(total, 365 * ALL.length);
});

test('triggers.events.order: the events of plans are listed too, unless a filter selects by tag or runtime', async () => {
  const workspace = await make.workspace({ environment: await make.environment({ name: 'plans' }) });
  const [task, own, scheduled, paused] = [
    await make.task({ workspace: workspace.id, tags: ['sales'] }),
    await make.plan({ workspace: workspace.id }),
    await make.plan({ workspace: workspace.id }),
    await make.plan({ workspace: workspace.id }),
  ];
  await configure(task, '8');
  for (const { id } of [own, paused]) {
    const body = { trigger: { type: 'CRON', cronExpression: '0 7,9 * * ?' } };
    const { status } = await call('PUT /orchestration/executables/plans/{planId}/run-config', { path: { planId: id }, body });
    assert.equal(status, 200);
  }
  await boundToPlan(server, scheduled.id, { environment: workspace.environment, triggers: [at('noon', '12:00')] });
  await call('PUT /orchestration/executables/plans/{planId}/pause', { path: { planId: paused.id }, body: { pause: true } });
  const find = async (filters: object) => {
    const { body } = await call(ROUTE, { body: { environmentId: workspace.environment, ...PERIOD, ...filters } });
    assert.equal(body.total, body.items.length);
    return body.items.map(({ id, type, date }: Record<string, string>) => [id, type, date?.slice(11, 13)]);
  };
  const ofTask = [[task.id, 'TASK', '08']];
  assert.deepEqual(await find({}), [[own.id, 'PLAN', '07'], ...ofTask, [own.id, 'PLAN', '09'], [scheduled.id, 'PLAN', '12']]);
  assert.equal((await find({ workspaceIds: [workspace.id] })).length, 4);
  assert.deepEqual(await find({ tags: ['sales'] }), ofTask);
  assert.deepEqual(await find({ runtime: { type: 'CLOUD' } }), ofTask);
});

test('triggers.events.visible', async () => {
  const viewer = await make.user({ rights: { [south.id]: ['VIEW'] } });
  assert.deepEqual(await search({}, viewer.token), ['gamma 12', 'gamma 18']);
  const stranger = await make.user({ tenant: await make.otherTenant(), permissions: PERMISSIONS, rights: { [north.id]: ['VIEW'] } });
  assertRefused(await call(ROUTE, { token: stranger.token, body: { environmentId: environment, to: 0 } }), 404, 'not_found');
  assertRefused(await call(ROUTE, { token: undefined, body: { environmentId: environment, to: 0 } }), 401, 'not_signed_in');
});

test('triggers.events.paused', async () => {
  const path = { taskId: tasks.paused.id };
  const pause = (paused: boolean) => call('PUT /orchestration/executables/tasks/{taskId}/pause', { path, body: { pause: paused } });
  await pause(false);
  assert.deepEqual(await search(), ['paused 1', ...ALL]);
  await pause(true);
  assert.deepEqual(await search(), ALL);
});

test('triggers.events.filters', async () => {
  assert.deepEqual(await search({ workspaceIds: [south.id] }), ['gamma 12', 'gamma 18']);
  assert.deepEqual(await search({ workspaceIds: [south.id, north.id] }), ALL);
  assert.deepEqual(await search({ workspaceIds: [] }), ALL);
  assert.deepEqual(await search({ tags: ['sales'] }), ['alpha 6', 'beta 7', 'alpha 12']);
  assert.deepEqual(await search({ tags: ['sales', 'daily'] }), ['alpha 6', 'alpha 12']);
  assert.deepEqual(await search({ runtime: { type: 'REMOTE_ENGINE' } }), ['beta 7']);
  assert.deepEqual(await search({ runtime: { type: 'CLOUD' }, workspaceIds: [south.id] }), ['gamma 12', 'gamma 18']);
  assert.deepEqual(await search({ runtime: { id: engine.id } }), ['beta 7']);
  assert.deepEqual(await search({ runtime: { type: 'CLOUD', id: engine.id } }), []);
  assert.deepEqual(await search({ runtime: {} }), ALL);
});

test('triggers.events.place', async () => {
  const nobody = await make.user({ permissions: PERMISSIONS });
  assertRefused(await call(ROUTE, { body: { environmentId: newId(), to: 0 } }), 404, 'not_found');
  assertRefused(await call(ROUTE, { token: nobody.token, body: { environmentId: environment, to: 0 } }), 404, 'not_found');
  const viewer = await make.user({ rights: { [south.id]: ['VIEW'] } });
  for (const [workspaceId, token] of [
    [tasks.elsewhere.workspace, undefined],
    [newId(), undefined],
    [north.id, viewer.token],
  ] as const) {
    const body = { environmentId: environment, workspaceIds: [workspaceId], to: 0 };
    assertRefused(await call(ROUTE, { body, ...(token !== undefined && { token }) }), 400, 'workspace_outside_environment');
  }
});

test('an invalid period is refused, and a period without "from" begins now', async () => {
  const request = (body: object) => call(ROUTE, { body: { environmentId: environment, ...body } });
  assertRefused(await request({ from: 2, to: 1 }), 400, 'period_reversed');
  assertRefused(await request({ from: 0, to: day('2030-01-01') }), 400, 'period_too_long');
  assertRefused(await request({ from: 0 }), 400, 'malformed_request');
  for (const extra of [{ limit: 0 }, { limit: 101 }, { offset: -1 }, { runtime: { type: 'LAPTOP' } }, { workspaceIds: 'all' }])
    assertRefused(await request({ to: 1, ...extra }), 400, 'malformed_request');
  const { body } = await request({ to: Date.now() + 2 * 86_400_000 });
  assert.ok(body.items.length > 0 && Date.parse(body.items[0].date) > Date.now() - 60_000);
});

test('triggers.events.bound', async () => {
  const workspace = await make.workspace();
  const task = await make.task({ workspace: workspace.id });
  const { id } = await boundSchedule(server, task, { triggers: [] });
  const definition = json({ name: 'often', type: 'CRON', cronExpression: '*/5 * * * ?', timeZone: 'Europe/Berlin' });
  await platform.db.writer.rows(sql`
    insert into time_trigger (id, schedule_id, name, definition)
    select gen_random_uuid(), ${id}, 'often ' || n, ${definition}::jsonb
    from generate_series(1, 1000) n`);
  const request = (days: number, more: object = {}) =>
    call(ROUTE, { body: { environmentId: workspace.environment, from: PERIOD.from, to: PERIOD.from + days * 86_400_000, ...more } });
  const month = await request(31, { offset: 1000 * 31 * 288 - 2 });
  assert.deepEqual([month.status, month.body.total, month.body.items.length], [200, 1000 * 31 * 288, 2]);
  assert.equal((await request(1000, { limit: 1 })).status, 200);
  const refused = await request(1001);
  assertRefused(refused, 400, 'period_too_long');
  assert.match(refused.body.message, /1000 triggers: .* 1000 days/);
});
