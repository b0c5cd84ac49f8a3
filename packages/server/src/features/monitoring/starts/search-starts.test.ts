import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PERMISSIONS } from '@millrace/contract';
import { newId } from '../../../core/base/id.ts';
import { sql } from '../../../core/database/sql.ts';
import { boundSchedule, boundToPlan } from '../../../../test/support/bind.ts';
import { pastExecution, pastPlanExecution } from '../../../../test/support/past-executions.ts';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'POST /monitoring/observability/starts/search';
const server = await startTestServer({ MILLRACE_ROLE: 'api' });
const { call, make, platform } = server;
const { writer } = platform.db;

const HOUR = 3_600_000;
const now = Date.now();
const ago = (hours: number): Date => new Date(now - hours * HOUR);

const north = await make.workspace();
const south = await make.workspace({ environment: north.environment });
const load = await make.task({ workspace: north.id, name: 'load' });
const clean = await make.task({ workspace: south.id, name: 'clean' });
const night = await make.plan({ workspace: north.id, name: 'night' });
const ids = {
  loaded: await pastExecution(server, load, { triggeredAt: ago(50) }),
  failed: await pastExecution(server, load, { triggeredAt: ago(40), status: 'EXECUTION_FAILED' }),
  planned: await pastPlanExecution(server, night, { startedAt: ago(30) }),
  unplanned: await pastPlanExecution(server, night, { startedAt: ago(20), status: 'EXECUTION_MISFIRED' }),
  cleaned: await pastExecution(server, clean, { triggeredAt: ago(10) }),
  waits: await pastExecution(server, clean, { triggeredAt: ago(1), status: 'EXECUTION_EVENT_RECEIVED' }),
};
const nameOf = (id: string): string => Object.entries(ids).find(([, one]) => one === id)?.[0] ?? id;
const ALL = Object.keys(ids).toReversed();

const ask = (more: object = {}, token?: string) =>
  call(ROUTE, {
    body: { environmentId: north.environment, from: now - 60 * HOUR, to: now, ...more },
    ...(token !== undefined && { token }),
  });
const search = async (more: object = {}, token?: string): Promise<string[]> => {
  const { status, body } = await ask(more, token);
  assert.equal(status, 200, JSON.stringify(body));
  return body.items.map(({ executionId }: { executionId: string }) => nameOf(executionId));
};

test('starts.search.order', async () => {
  assert.deepEqual(await search(), ALL);
  assert.deepEqual((await ask()).body.items[2], {
    id: night.id,
    type: 'PLAN',
    name: 'Past',
    date: ago(20).toISOString(),
    executionId: ids.unplanned,
    status: 'EXECUTION_MISFIRED',
    misfiredReason: 'UNKNOWN',
  });
  assert.deepEqual(
    (await ask()).body.items.map(({ status }: { status: string }) => status),
    ['EXECUTION_EVENT_RECEIVED', 'EXECUTION_SUCCESS', 'EXECUTION_MISFIRED', 'EXECUTION_SUCCESS', 'EXECUTION_FAILED', 'EXECUTION_SUCCESS'],
  );
  for (let limit = 1; limit <= ALL.length; limit += 1) {
    const found: string[] = [];
    for (let cursor: string | undefined, page = 0; page < ALL.length && (page === 0 || cursor !== undefined); page += 1) {
      const { body } = await ask({ limit, ...(cursor !== undefined && { cursor }) });
      found.push(...body.items.map(({ executionId }: { executionId: string }) => nameOf(executionId)));
      cursor = body.nextCursor;
    }
    assert.deepEqual(found, ALL, `pages of ${limit}`);
  }
  assertRefused(await ask({ cursor: 'nonsense' }), 400, 'malformed_request');
});

test('starts.search.right', async () => {
  const viewer = await make.user({ rights: { [south.id]: ['VIEW'] } });
  assert.deepEqual(await search({}, viewer.token), ['waits', 'cleaned']);
  const nobody = await make.user({ permissions: PERMISSIONS });
  assert.deepEqual(await search({}, nobody.token), []);
  const stranger = await make.user({ tenant: await make.otherTenant(), permissions: PERMISSIONS });
  assert.deepEqual(await search({}, stranger.token), []);
  assert.deepEqual(await search({ environmentId: newId() }), []);
});

test('starts.search.records', async () => {
  const manual = await pastExecution(server, load, { triggeredAt: ago(9) });
  const called = await pastExecution(server, load, { triggeredAt: ago(8) });
  const part = await pastExecution(server, load, { triggeredAt: ago(7) });
  await writer.rows(sql`update task_execution set execution_type = 'MANUAL' where id = ${manual}`);
  await writer.rows(sql`update task_execution set execution_type = 'WEBHOOK' where id = ${called}`);
  await writer.rows(sql`update task_execution set plan_execution_id = ${ids.planned} where id = ${part}`);
  assert.deepEqual(await search(), ALL);
});

test('starts.search.attempts', async () => {
  const workspace = await make.workspace();
  const task = await make.task({ workspace: workspace.id });
  const attempts = [];
  for (const [index, status] of ['EXECUTION_FAILED', 'EXECUTION_FAILED', 'EXECUTION_SUCCESS'].entries())
    attempts.push(await pastExecution(server, task, { triggeredAt: ago(5 - index), status }));
  const [first, second, third] = attempts;
  await writer.rows(sql`update task_execution set retried_as = ${second} where id = ${first}`);
  await writer.rows(sql`update task_execution set first_id = ${first}, attempt = 2, retried_as = ${third} where id = ${second}`);
  await writer.rows(sql`update task_execution set first_id = ${first}, attempt = 3 where id = ${third}`);
  const { items } = (await ask({ environmentId: workspace.environment })).body;
  assert.deepEqual(
    items.map(({ date, executionId, status }: Record<string, string>) => [date, executionId, status]),
    [[ago(5).toISOString(), third, 'EXECUTION_SUCCESS']],
  );
});

test('starts.search.schedule', async () => {
  const ofTask = await boundSchedule(server, load);
  const ofPlan = await boundToPlan(server, night.id, { environment: north.environment });
  const age = (hours: number, id: string) => writer.rows(sql`update schedule set created_at = ${ago(hours)} where id = ${id}`);
  await age(45, ofTask.id);
  await age(25, ofPlan.id);
  assert.deepEqual(await search({ scheduleId: ofTask.id }), ['failed']);
  assert.deepEqual(await search({ scheduleId: ofPlan.id }), ['unplanned']);
  assert.deepEqual(await search({ scheduleId: (await make.schedule({ environment: north.environment })).id }), []);
  const viewer = await make.user({ rights: { [south.id]: ['VIEW'] } });
  assert.deepEqual(await search({ scheduleId: ofTask.id }, viewer.token), []);
});

test('starts.search.period', async () => {
  assert.deepEqual(await search({ from: ago(40).getTime(), to: ago(10).getTime() }), ['unplanned', 'planned', 'failed']);
  assertRefused(await ask({ from: now, to: now - 1 }), 400, 'period_reversed');
  assertRefused(await ask({ from: 0 }), 400, 'period_too_long');
  const forgotten = await pastExecution(server, load, { triggeredAt: ago(24 * 1000) });
  assert.ok(!(await search({ from: ago(24 * 1001).getTime(), to: ago(24 * 999).getTime() })).includes(forgotten));
});
