// run: own server because it sets MILLRACE_LEASE_SECONDS
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { sql } from '../../../core/database/sql.ts';
import { runTimer } from '../../../../test/support/background.ts';
import { createHistory } from '../../../../test/support/history.ts';
import { pastExecution } from '../../../../test/support/past-executions.ts';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer, type Answer } from '../../../../test/support/server.ts';

const ROUTE = 'POST /monitoring/observability/executions/counts';
const SEARCH = 'POST /monitoring/observability/executions/search';
const server = await startTestServer({ MILLRACE_ROLE: 'api', MILLRACE_LEASE_SECONDS: '3600' });
const { call, make, platform } = server;
const { db } = platform;
const history = await createHistory(server);
const { environment, north, south, load, clean } = history;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const end = (Math.floor(Date.now() / HOUR) + 1) * HOUR;
const WHOLE = { from: end - 60 * DAY, to: end };

const ask = (more: object = {}, token?: string): Promise<Answer> =>
  call(ROUTE, { body: { environmentId: environment, ...WHOLE, ...more }, ...(token !== undefined && { token }) });
async function totals(more: object = {}, token?: string): Promise<Record<string, number>> {
  const { status, body } = await ask(more, token);
  assert.equal(status, 200, JSON.stringify(body));
  return body.totals;
}

type Found = { id: string; status: string; triggerTime: number };
/** What the search finds. The fixture has fewer executions than one page. */
async function found(more: object, token?: string): Promise<Found[]> {
  const { body } = await call(SEARCH, {
    body: { environmentId: environment, category: 'ETL', limit: 200, ...more },
    ...(token !== undefined && { token }),
  });
  assert.equal(body.nextPageExists, false);
  return body.items;
}

/** Counts what the search has found. */
function counted(all: readonly Found[], { from, to }: { from: number; to: number }, bucket: number): object {
  const within = all.filter(({ triggerTime }) => triggerTime >= from && triggerTime < to);
  const counts = (items: Found[]): object => {
    const sums: Record<string, number> = {};
    for (const { status } of items) sums[status] = (sums[status] ?? 0) + 1;
    return sums;
  };
  const at = ({ triggerTime }: Found): number => from + Math.floor((triggerTime - from) / bucket) * bucket;
  const starts = [...new Set(within.map(at))].toSorted((a, b) => a - b);
  const buckets = starts.map((start) => ({ at: start, counts: counts(within.filter((item) => at(item) === start)) }));
  return { from, to, bucketMilliseconds: bucket, buckets, totals: counts(within), isCapped: false };
}

test('execution-history.counts.right', async () => {
  const user = await make.user({ rights: { [south.id]: ['VIEW'] } });
  const ofSouth = { EXECUTION_EVENT_RECEIVED: 1, EXECUTION_TERMINATED: 1, EXECUTION_SUCCESS: 1 };
  assert.deepEqual(await totals({}, user.token), ofSouth);
  const stranger = await make.user({ tenant: await make.otherTenant() });
  const seesNothing = await make.user();
  const check = async (): Promise<void> => {
    for (const { token } of [stranger, seesNothing])
      assert.deepEqual([await totals({}, token), (await ask({}, token)).body.buckets], [{}, []]);
    assert.deepEqual(await totals({ environmentId: newId() }), {});
  };
  await check();
  await runTimer(platform, 'count-hours');
  await check();
  assert.deepEqual(await totals({}, user.token), ofSouth);
});

test('execution-history.counts.period', async () => {
  assertRefused(await ask({ from: end, to: end - 1 }), 400, 'period_reversed');
  assert.deepEqual((await ask({ from: end, to: end })).body.buckets, []);
  const at = history.ago(100).getTime();
  await pastExecution(server, load, { triggeredAt: new Date(at), status: 'EXECUTION_REJECTED' });
  assert.deepEqual(await totals({ from: at, to: at + 1 }), { EXECUTION_REJECTED: 1 }, 'the start is inclusive');
  assert.deepEqual(await totals({ from: at - 1, to: at }), {}, 'the end is exclusive');
  await db.writer.rows(sql`delete from task_execution where outcome = 'EXECUTION_REJECTED'`);
});

test('execution-history.counts.buckets', async () => {
  const tooMany = await ask({ bucketMinutes: 1 });
  assertRefused(tooMany, 400, 'malformed_request');
  assert.match(tooMany.body.message, /at least 58/);
  assertRefused(await ask({ bucketMinutes: 0 }), 400, 'malformed_request');
  assert.equal((await ask({ bucketMinutes: 58 })).status, 200);
  for (const [hours, minutes] of [
    [1, 5],
    [24, 60],
    [168, 360],
    [1440, 1440],
  ] as const)
    assert.equal((await ask({ from: end - hours * HOUR })).body.bucketMilliseconds, minutes * 60_000, `${hours} hours`);
});

test('execution-history.counts.filters', async () => {
  const only = (field: string, operator: string, value: unknown): object => ({ filters: [{ field, operator, value }] });
  assert.deepEqual(await totals(only('workspaceId', 'in', [south.id])), {
    EXECUTION_EVENT_RECEIVED: 1,
    EXECUTION_TERMINATED: 1,
    EXECUTION_SUCCESS: 1,
  });
  assert.deepEqual(await totals(only('name', 'match', 'irports')), {
    STARTING_FLOW_EXECUTION: 1,
    EXECUTION_FAILED: 1,
    EXECUTION_SUCCESS: 2,
  });
  const malformed = await ask(only('taskId', 'in', ['x']));
  assertRefused(malformed, 400, 'malformed_filter');
  assert.match(malformed.body.message, /filters\[0\]/);
  assertRefused(await ask({ exclude: 'NONE' }), 400, 'malformed_request');
});

test('execution-history.counts.exact', async () => {
  await db.writer.rows(sql`delete from task_execution_counted_hour`);
  await db.writer.rows(sql`delete from task_execution_hour`);
  // A run that waits in an hour that is over, beside others that have ended there.
  const past = history.ago(50);
  const waits = await pastExecution(server, clean, { triggeredAt: past, status: 'EXECUTION_EVENT_RECEIVED' });
  for (let index = 0; index < 9; index += 1)
    await pastExecution(server, index % 2 ? load : clean, {
      triggeredAt: past,
      status: index % 3 ? 'EXECUTION_SUCCESS' : 'EXECUTION_FAILED',
    });
  const seesSouth = await make.user({ rights: { [south.id]: ['VIEW'] } });
  const is = (field: string, operator: string, ...value: string[]): object => ({ filters: [{ field, operator, value }] });
  const wanted = [
    {},
    { exclude: 'PLAN_EXECUTIONS' },
    is('status', 'in', 'EXECUTION_SUCCESS', 'EXECUTION_TERMINATED'),
    is('status', 'not_in', 'EXECUTION_SUCCESS'),
    is('status', 'in', 'EXECUTION_EVENT_RECEIVED', 'STARTING_FLOW_EXECUTION'),
    is('status', 'in', 'EXECUTION_MISFIRED'),
    is('workspaceId', 'in', north.id),
    is('workspaceId', 'not_in', north.id),
    is('taskId', 'in', load.id),
    is('tags', 'not_in', 'weekly'),
  ];
  const periods = [
    WHOLE,
    { from: end - 30 * DAY - 1234, to: end },
    { from: past.getTime() - 100, to: past.getTime() + 1 },
    { from: end - 3 * DAY, to: past.getTime() },
  ];
  const compare = async (what: string): Promise<void> => {
    for (const token of [undefined, seesSouth.token]) {
      for (const more of wanted) {
        const all = await found(more, token);
        for (const period of periods) {
          for (const bucketMinutes of [60, 90, 44_640]) {
            const { body } = await ask({ ...more, ...period, bucketMinutes }, token);
            assert.deepEqual(
              body,
              counted(all, period, bucketMinutes * 60_000),
              `${what} ${JSON.stringify([more, period, bucketMinutes])}`,
            );
          }
        }
      }
    }
  };
  await compare('nothing is counted');
  await runTimer(platform, 'count-hours');
  assert.ok(await db.reader.any(sql`select from task_execution_hour`));
  await compare('hours are counted');
  await db.writer.rows(sql`delete from live_execution where execution_id = ${waits}`);
  await db.writer.rows(sql`update task_execution set outcome = 'EXECUTION_FAILED', finished_at = now() where id = ${waits}`);
  await compare('a run of a counted hour has ended');
  await runTimer(platform, 'count-hours');
  assert.equal(await db.reader.any(sql`select from task_execution_hour where outcome is null`), false);
  await compare('its hour is counted again');
});

test('execution-history.counts.capped', async () => {
  const byName = { filters: [{ field: 'name', operator: 'match', value: 'irports' }] };
  await runTimer(platform, 'count-hours');
  assert.equal((await ask(byName)).body.isCapped, false);
  const before = await totals(byName);
  const hour = new Date(end - 48 * HOUR);
  await db.writer.rows(sql`
    insert into task_execution_hour (workspace_id, hour, of_plan, outcome, count)
    values (${north.id}, ${hour}, false, 'EXECUTION_SUCCESS', 30001)`);
  const { body } = await ask(byName);
  assert.equal(body.isCapped, true, JSON.stringify(body));
  assert.deepEqual(body.totals, await totals({ ...byName, from: hour.getTime() + HOUR }), 'only the newest executions are counted');
  assert.notDeepEqual(body.totals, before);
  const user = await make.user({ rights: { [south.id]: ['VIEW'] } });
  assert.equal((await ask(byName, user.token)).body.isCapped, false, 'executions that the caller does not see do not count');
});

test('the timer forgets hours that are older than the history, and those to come after the clock was set back', async () => {
  await runTimer(platform, 'count-hours');
  await db.writer.rows(sql`insert into task_execution_counted_hour (hour) values (${new Date(end - 70 * DAY)})`);
  await runTimer(platform, 'count-hours');
  const { first } = await db.reader.only<{ first: Date }>(sql`select min(hour) as first from task_execution_counted_hour`);
  assert.ok(first.getTime() >= end - 61 * DAY);
  await db.writer.rows(sql`insert into task_execution_counted_hour (hour) values (${new Date(end)})`);
  await db.writer.rows(sql`update database_clock set seen_at = now() + interval '1 day'`);
  await runTimer(platform, 'watch-clock');
  assert.equal(await db.reader.any(sql`select from task_execution_counted_hour where hour = ${new Date(end)}`), false);
});
