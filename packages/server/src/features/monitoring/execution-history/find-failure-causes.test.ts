// run: own server because it sets MILLRACE_LEASE_SECONDS
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { sql } from '../../../core/database/sql.ts';
import { runTimer } from '../../../../test/support/background.ts';
import { createHistory } from '../../../../test/support/history.ts';
import type { MadeTask } from '../../../../test/support/make.ts';
import { pastExecution } from '../../../../test/support/past-executions.ts';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer, type Answer } from '../../../../test/support/server.ts';

const ROUTE = 'POST /monitoring/observability/executions/causes';
const server = await startTestServer({ MILLRACE_ROLE: 'api', MILLRACE_LEASE_SECONDS: '3600' });
const { call, make, platform } = server;
const { db } = platform;
const history = await createHistory(server);
const { environment, ids, south, load, clean, ago } = history;

const HOUR = 3_600_000;
const [from, to] = [ago(60 * 24).getTime(), Date.now() + HOUR];
type Cause = { cause: string; message?: string; status: string; runs: number; tasks: number; newestExecutionId: string };

const ask = (more: object = {}, token?: string): Promise<Answer> =>
  call(ROUTE, { body: { environmentId: environment, from, to, ...more }, ...(token !== undefined && { token }) });
async function causes(more: object = {}, token?: string): Promise<Cause[]> {
  const { status, body } = await ask(more, token);
  assert.equal(status, 200, JSON.stringify(body));
  return body.causes;
}

/** Adds a run that failed with a message, some hours ago. */
async function failed(task: MadeTask, message: string, hours: number, status = 'EXECUTION_FAILED', type = 'JOB_ERROR'): Promise<string> {
  const id = await pastExecution(server, task, { triggeredAt: ago(hours), status: 'EXECUTION_EVENT_RECEIVED' });
  await db.writer.rows(sql`delete from live_execution where execution_id = ${id}`);
  await db.writer.rows(sql`
    update task_execution
    set outcome = ${status}, finished_at = triggered_at, error_type = ${type}, error_message = ${message}
    where id = ${id}`);
  return id;
}

test('execution-history.causes.same', async () => {
  const pairs = [
    ['Connection refused: 10.0.0.1:1433', 'Connection refused: 10.0.0.27:5432'],
    ['Order 17 of 2026-01-02T03:04:05.123Z is missing', 'Order 4711 of 2026-11-29T13:14:15Z is missing'],
    ['No such file: /data/in/a.csv', 'No such file: /mnt/share/2026/orders.csv'],
    ['No such file: C:\\data\\in\\a.csv (x)', 'No such file: D:\\b\\orders.csv (x)'],
    ['Run 018f6f3e-1111-7222-8333-444455556666 is gone', `Run ${newId()} is gone`],
    ['Lock of 9f86d081884c7d65 was lost', 'Lock of 2c26b46b68ffc68ff9 was lost'],
    [
      'The job ended with exit code 1. First error: It broke (and 1 more error)',
      'The job ended with exit code 7. First error: It broke (and 12 more errors)',
    ],
  ] as const;
  const others = [
    'Connection refused: warehouse',
    'Connection refused: orders',
    'tDBInput_1: it broke',
    'tFileOutput_1: it broke',
    'https://a.example/x: 500',
    'https://b.example/x: 500',
  ];
  const { cause } = await db.reader.only<{ cause: string[] }>(sql`
    select array_agg(distinct failure_cause('EXECUTION_FAILED', 'JOB_ERROR', null, m)) as cause from unnest(${[...pairs.flat(), ...others]}::text[]) m`);
  assert.equal(cause.length, pairs.length + others.length);
  for (const [one, other] of pairs) {
    const { same } = await db.reader.only<{ same: boolean }>(sql`
      select failure_cause('EXECUTION_FAILED', 'JOB_ERROR', null, ${one}) = failure_cause('EXECUTION_FAILED', 'JOB_ERROR', null, ${other}) as same`);
    assert.ok(same, one);
  }
  const [first, second] = [await failed(load, pairs[0][0], 3), await failed(clean, pairs[0][1], 2)];
  await failed(load, pairs[0][0], 4, 'EXECUTION_TERMINATED_TIMEOUT');
  await failed(load, pairs[0][0], 4, 'EXECUTION_FAILED', 'SIGNAL');
  const [most] = await causes();
  assert.deepEqual(
    { ...most, cause: '' },
    {
      cause: '',
      status: 'EXECUTION_FAILED',
      message: pairs[0][1],
      errorType: 'JOB_ERROR',
      runs: 2,
      tasks: 2,
      firstAt: ago(3).getTime(),
      lastAt: ago(2).getTime(),
      newestExecutionId: second,
      newestType: 'TASK',
    },
  );
  assert.notEqual(first, second);
  const found = await causes();
  // Those above with another status or error type, the failed run of the history, and its plan that did not start; a plan that failed is not counted.
  assert.deepEqual(found.map(({ status, runs }) => [status, runs]).toSorted(), [
    ['EXECUTION_FAILED', 1],
    ['EXECUTION_FAILED', 1],
    ['EXECUTION_FAILED', 2],
    ['EXECUTION_MISFIRED', 1],
    ['EXECUTION_TERMINATED_TIMEOUT', 1],
  ]);
  assert.deepEqual((await ask({ limit: 2 })).body, { causes: found.slice(0, 2), total: 5, isCapped: false });
});

test('execution-history.causes.right', async () => {
  const user = await make.user({ rights: { [south.id]: ['VIEW'] } });
  assert.deepEqual(
    (await causes({}, user.token)).map(({ runs }) => runs),
    [1],
    'only the failure of the workspace that he sees',
  );
  const stranger = await make.user({ tenant: await make.otherTenant() });
  for (const { token } of [stranger, await make.user()]) {
    assert.deepEqual(await causes({}, token), []);
    assert.deepEqual(await causes({ executionId: ids['hour'] }, token), []);
  }
  assert.deepEqual(await causes({ environmentId: newId() }), []);
});

test('execution-history.causes.period', async () => {
  assertRefused(await ask({ from: to, to: from }), 400, 'period_reversed');
  const at = ago(2).getTime();
  assert.equal((await causes({ from: at, to: at + 1 }))[0]?.runs, 1, 'the start is inclusive');
  assert.deepEqual(await causes({ from: at - 1, to: at }), [], 'the end is exclusive');
});

test('execution-history.causes.one', async () => {
  const [most] = await causes();
  assert.deepEqual(await causes({ executionId: most?.newestExecutionId }), [most]);
  const [misfire] = await causes({ executionId: ids['misfire'] });
  assert.deepEqual([misfire?.newestExecutionId, misfire?.status], [ids['misfire'], 'EXECUTION_MISFIRED']);
  for (const executionId of [ids['day'], ids['running'], ids['failedPlan'], newId()])
    assert.deepEqual((await ask({ executionId })).body, { causes: [], total: 0, isCapped: false });
  assertRefused(await ask({ executionId: 'x' }), 400, 'malformed_request');
});

test('execution-history.causes.filter', async () => {
  const found = async (operator: string, cause: string): Promise<string[]> => {
    const body = { environmentId: environment, category: 'ETL', limit: 200, filters: [{ field: 'cause', operator, value: [cause] }] };
    const { status, body: page } = await call('POST /monitoring/observability/executions/search', { body });
    assert.equal(status, 200, JSON.stringify(page));
    return page.items.map((item: { id: string }) => item.id);
  };
  for (const { cause, runs, newestExecutionId } of await causes()) {
    const of = await found('in', cause);
    assert.equal(of.length, runs);
    assert.ok(of.includes(newestExecutionId));
    assert.equal((await found('not_in', cause)).includes(newestExecutionId), false);
    const counts = { environmentId: environment, from, to, filters: [{ field: 'cause', operator: 'in', value: [cause] }] };
    const { totals } = (await call('POST /monitoring/observability/executions/counts', { body: counts })).body;
    assert.deepEqual(Object.values(totals), [runs]);
  }
});

test('execution-history.causes.capped', async () => {
  await failed(clean, 'It breaks very often', 30);
  await db.writer.rows(sql`
    insert into task_failure (execution_id, workspace_id, task_id, cause, triggered_at)
    select gen_random_uuid(), ${south.id}, ${clean.id}, failure_cause('EXECUTION_FAILED', 'JOB_ERROR', null, 'It breaks very often'), ${ago(31)}
    from generate_series(1, 20000)`);
  assert.equal((await ask({ from: ago(30.5).getTime() })).body.isCapped, false);
  const { body } = await ask();
  assert.equal(body.isCapped, true);
  const grouped = body.causes.reduce((sum: number, { runs }: Cause) => sum + runs, 0);
  assert.equal(grouped, 20_000);
  await db.writer.rows(sql`delete from task_failure where triggered_at = ${ago(31)}`);
});

test('the cause of a task that did not begin is known at once', async () => {
  const task = await make.task({ workspace: history.north.id });
  const plan = await make.plan({ workspace: history.north.id, steps: [[task.id]] });
  await call('PUT /orchestration/executables/tasks/{taskId}/pause', { path: { taskId: task.id }, body: { pause: true } });
  const { status, body } = await call('POST /processing/executions/plans', { body: { executable: plan.id } });
  assert.equal(status, 201, JSON.stringify(body));
  const { id } = await db.reader.only<{ id: string }>(sql`select id from task_execution where task_id = ${task.id}`);
  const [cause] = (await ask({ executionId: id })).body.causes;
  assert.deepEqual([cause.status, cause.misfiredReason, cause.runs], ['DEPLOY_FAILED', 'TASK_IS_PAUSED', 1]);
});

test('failures of before the upgrade are collected with their hour, and those of deleted executions go', async () => {
  const id = await failed(load, 'It broke long ago', 200);
  await db.writer.rows(sql`delete from task_failure where execution_id = ${id}`);
  assert.deepEqual(await causes({ executionId: id }), []);
  await runTimer(platform, 'count-hours');
  assert.deepEqual(
    (await causes({ executionId: id })).map(({ message }) => message),
    ['It broke long ago'],
  );
  await db.writer.rows(sql`delete from task_execution where id = ${id}`);
  assert.equal(await db.reader.any(sql`select from task_failure where execution_id = ${id}`), false);
});
