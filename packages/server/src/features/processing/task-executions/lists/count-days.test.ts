// run: in test:all because it compares all lists with all filters for all callers
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../../core/database/sql.ts';
import { runTimer } from '../../../../../test/support/background.ts';
import { stayWithinOneDay } from '../../../../../test/support/one-day.ts';
import { pastExecution } from '../../../../../test/support/past-executions.ts';
import { startTestServer } from '../../../../../test/support/server.ts';

const server = await startTestServer();
const { call, make, platform } = server;

const DAY = 86_400_000;
const HOUR = 3_600_000;
await stayWithinOneDay();
const today = Math.floor(Date.now() / DAY) * DAY;
const day = (back: number): string => new Date(today - back * DAY).toISOString().slice(0, 10);
const counted = async (): Promise<string[]> =>
  (await platform.db.reader.rows<{ day: string }>(sql`select day::text as day from task_execution_counted_day order by day desc`)).map(
    (row) => row.day,
  );
const count = (): Promise<void> => runTimer(platform, 'count-days');
/** Counts the hours; one run of the timer counts a part of them. */
async function countHours(): Promise<void> {
  const hoursCounted = async (): Promise<number> => (await server.count('task_execution_counted_hour'))['task_execution_counted_hour'] ?? 0;
  for (let [before, hours] = [-1, await hoursCounted()]; hours > before;) {
    await runTimer(platform, 'count-hours');
    [before, hours] = [hours, await hoursCounted()];
  }
}

const environment = await make.environment();
const [first, second] = [await make.workspace({ environment }), await make.workspace()];
const [often, rarely, elsewhere] = [
  await make.task({ workspace: first.id }),
  await make.task({ workspace: first.id }),
  await make.task({ workspace: second.id }),
];
const STATUSES = ['EXECUTION_SUCCESS', 'EXECUTION_SUCCESS', 'EXECUTION_FAILED', 'EXECUTION_REJECTED'];
const MANY = Array.from({ length: 100 }, (_item, index) => `${index}`.padStart(100, 'ü'));
const TAGS = [[], ['nightly'], ['nightly', 'finance'], [...MANY.slice(2), 'nightly', 'finance']];
let number = 0;
const runAt = (task: typeof often, triggeredAt: number, status = STATUSES[number % STATUSES.length]): Promise<string> => {
  number += 1;
  const tags = TAGS[number % TAGS.length] ?? [];
  return pastExecution(server, task, { triggeredAt: new Date(triggeredAt), tags, ...(status !== undefined && { status }) });
};
// One task runs often on one day, all tasks run on other days: at the edges of days, today, and before the history.
for (let run = 0; run < 25; run += 1) await runAt(often, today - 4 * DAY + run * 50 * 60_000);
for (const back of [2, 3, 6, 41]) {
  for (const task of [often, rarely, elsewhere]) {
    for (const moment of [0, HOUR, DAY - 1]) await runAt(task, today - back * DAY + moment);
  }
}
await runAt(rarely, today);
await runAt(rarely, today - 61 * DAY);

const seesOne = await make.user({ rights: { [second.id]: ['VIEW'] } });
const stranger = await make.user({ tenant: await make.otherTenant() });

/** Returns the answers of all lists, for each caller, filter and page size. */
async function allAnswers(): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  const ask = async (route: string, filters: object, sent: object): Promise<void> => {
    for (const token of [undefined, seesOne.token, stranger.token]) {
      const pages = [100, 7, 1].map(async (limit, index) => {
        const page = { ...filters, limit, offset: index * 11 };
        const { status, body } = await call(route, {
          ...sent,
          ...(token !== undefined && { token }),
          ...(route.startsWith('POST') ? { body: page } : { query: page }),
        });
        const ids = body.items?.map((item: { executionId: string }) => item.executionId);
        answers[`${route} ${JSON.stringify([sent, page])} ${token}`] = [status, body.total, ids];
      });
      await Promise.all(pages);
    }
  };
  const periods = [{}, { lastDays: 5 }, { from: today - 6 * DAY, to: today - 3 * DAY }, { from: today - 6 * DAY + HOUR, to: today - HOUR }];
  for (const period of periods) {
    for (const status of [undefined, 'execution_successful', 'execution_failed', 'dispatching']) {
      const filters = { ...period, ...(status !== undefined && { status }) };
      for (const { id: taskId } of [often, rarely, elsewhere])
        await ask('GET /processing/executables/tasks/{taskId}/executions', filters, { path: { taskId } });
      for (const place of [{}, { environmentId: environment }, { workspaceId: second.id }])
        for (const tags of [[], ['nightly'], ['finance', 'nightly']])
          await ask('POST /processing/executables/tasks/executions', { ...filters, ...place, tags }, {});
    }
  }
  return answers;
}

test('lists have the same content whether hours and days are counted or not', async () => {
  await platform.db.writer.rows(sql`delete from task_execution_counted_day`);
  const before = await allAnswers();
  await countHours();
  assert.deepEqual(await allAnswers(), before);
  await count();
  assert.deepEqual(await counted(), [2, 3, 4, 6, 41].map(day));
  assert.deepEqual(await allAnswers(), before);
  const rows = await server.count('task_execution_day');
  await count();
  assert.deepEqual(await server.count('task_execution_day'), rows, 'a day is counted once');
  const all = await call('GET /processing/executables/tasks/executions', { query: { limit: 1 } });
  assert.equal(all.body.total, number - 1, 'all executions except the one that is too old');
});

test('the total of a list comes from the counts', async () => {
  await platform.db.writer.rows(
    sql`update task_execution_day set count = count + 1000 where day = ${day(6)}::date and task_id is null and tags is null`,
  );
  const filters = { workspaceId: second.id, from: today - 7 * DAY, to: today - 5 * DAY };
  const { body } = await call('GET /processing/executables/tasks/executions', { query: filters });
  const outcomes = new Set(body.items.map((item: { status: string }) => item.status));
  assert.equal(body.total, body.items.length + 1000 * outcomes.size);
  await platform.db.writer.rows(
    sql`update task_execution_day set count = count - 1000 where day = ${day(6)}::date and task_id is null and tags is null`,
  );
});

test('the total of a list comes from the counts of hours where the period has a part of a day', async () => {
  const from = today - 4 * DAY + HOUR;
  const filters = { workspaceId: first.id, from, to: from + 2 * HOUR };
  const add = (count: number): Promise<unknown> =>
    platform.db.writer.rows(sql`update task_execution_hour set count = count + ${count} where hour = ${new Date(from)}`);
  await add(1000);
  const { body } = await call('GET /processing/executables/tasks/executions', { query: filters });
  await add(-1000);
  assert.deepEqual([body.items.length, body.total], [2, 1002]);
});

test('the counts of an hour are not used before all its executions have ended', async () => {
  const hour = today - 12 * DAY + HOUR;
  const id = await runAt(rarely, hour, 'EXECUTION_EVENT_RECEIVED');
  await platform.db.writer.rows(sql`delete from task_execution_counted_hour where hour = ${new Date(hour)}`);
  await countHours();
  await call('DELETE /processing/executions/{executionId}', { path: { executionId: id } });
  const query = { from: hour, to: hour + HOUR, status: 'terminated' };
  const { body } = await call('GET /processing/executables/tasks/executions', { query });
  assert.deepEqual([body.items.length, body.total], [1, 1]);
});

test('a day is not counted before all its executions have ended', async () => {
  const id = await runAt(rarely, today - 8 * DAY, 'EXECUTION_EVENT_RECEIVED');
  await runAt(rarely, today - 8 * DAY);
  await count();
  assert.ok(!(await counted()).includes(day(8)));
  await call('DELETE /processing/executions/{executionId}', { path: { executionId: id } });
  await count();
  assert.ok((await counted()).includes(day(8)));
  const { body } = await call('GET /processing/executables/tasks/executions', { query: { from: today - 8 * DAY, to: today - 7 * DAY } });
  assert.equal(body.total, 2);
});

test('many processes count a day once', async () => {
  await runAt(elsewhere, today - 9 * DAY);
  await Promise.all([count(), count(), count()]);
  const { body } = await call('GET /processing/executables/tasks/executions', { query: { from: today - 9 * DAY, to: today - 8 * DAY } });
  assert.equal(body.total, 1);
});

test('counts are deleted with their workspace, and when they are older than the history', async () => {
  const deletedTask = await make.task();
  await runAt(deletedTask, today - 11 * DAY);
  await count();
  const period = { from: today - 11 * DAY, to: today - 10 * DAY };
  const total = async (): Promise<number> => (await call('GET /processing/executables/tasks/executions', { query: period })).body.total;
  assert.equal(await total(), 1);
  await platform.db.writer.rows(sql`delete from task where id = ${deletedTask.id}`);
  const deleted = await call('DELETE /orchestration/workspaces/{id}', { path: { id: deletedTask.workspace } });
  assert.equal(deleted.status, 204, JSON.stringify(deleted.body));
  assert.equal(await total(), 0);

  await runTimer(
    { ...platform, settings: { ...platform.settings, limits: { ...platform.settings.limits, historyDays: 5 } } },
    'count-days',
  );
  assert.deepEqual(await counted(), [2, 3, 4].map(day));
});
