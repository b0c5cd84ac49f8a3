import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { json, sql } from '../../../core/database/sql.ts';
import { runTimer } from '../../../../test/support/background.ts';
import { pastExecution, pastPlanExecution } from '../../../../test/support/past-executions.ts';
import type { MadeTask } from '../../../../test/support/make.ts';
import { startTestServer, type Answer } from '../../../../test/support/server.ts';

const CREATE = 'POST /api/v1/alerts';
const INCIDENTS = 'GET /api/v1/alerts/incidents';
const server = await startTestServer({ MILLRACE_ROLE: 'api' });
const { call, make, platform } = server;
const { writer } = platform.db;
const SECOND = 1000;

/** Creates a rule of the administrator, and returns functions that read its open incidents and all of them. */
async function rule(workspace: string, fields: object) {
  const owner = await make.user({ rights: { [workspace]: ['VIEW'] } });
  const { status, body } = await call(CREATE, {
    token: owner.token,
    body: { name: 'Watch', recipients: { users: [owner.id] }, ...fields },
  });
  assert.equal(status, 201, JSON.stringify(body));
  const list = async (query: object = {}): Promise<Answer['body'][]> =>
    (await call(INCIDENTS, { token: owner.token, query: { alertId: body.id, ...query } })).body.data;
  return { id: body.id as string, open: () => list({ open: true }), all: () => list() };
}
const watch = () => runTimer(platform, 'watch-alert-conditions');
const ago = (seconds: number): Date => new Date(Date.now() - seconds * SECOND);

/** A run that began some seconds ago and is not finished. */
async function running(task: MadeTask, seconds: number): Promise<string> {
  const id = await pastExecution(server, task, { triggeredAt: ago(seconds), status: 'EXECUTION_EVENT_RECEIVED' });
  await writer.rows(sql`
    update live_execution
    set started_at = ${ago(seconds)}
    where execution_id = ${id}`);
  return id;
}
/** Successes of a task that took so many seconds each. */
async function succeeded(task: MadeTask, times: number, seconds: number): Promise<void> {
  for (let index = 0; index < times; index += 1) {
    const id = await pastExecution(server, task, { triggeredAt: ago(3600) });
    await writer.rows(sql`
      update task_execution
      set started_at = ${ago(3600)},
          finished_at = ${ago(3600 - seconds)}
      where id = ${id}`);
  }
}
const end = (execution: string) => writer.rows(sql`delete from live_execution where execution_id = ${execution}`);

test('alerts.long.usual', async () => {
  const task = await make.task();
  const bound = await rule(task.workspace, { condition: 'run_long', taskId: task.id, boundSeconds: 300 });
  const usual = await rule(task.workspace, { condition: 'run_long', workspaceId: task.workspace, usualFactor: 2 });
  await succeeded(task, 9, 60);
  const execution = await running(task, 200);
  await watch();
  assert.deepEqual([await bound.open(), await usual.open()], [[], []], 'nine successes are too few, and 300 seconds have not passed');
  await succeeded(task, 1, 60);
  await watch();
  const [late] = await usual.open();
  assert.deepEqual([late.kind, late.executionId, late.targetId], ['task.run.late', execution, execution]);
  assert.deepEqual(await bound.open(), []);
  await writer.rows(sql`update live_execution set started_at = ${ago(301)} where execution_id = ${execution}`);
  await watch();
  assert.equal((await bound.open()).length, 1);
  await end(execution);
  await watch();
  assert.deepEqual([await bound.open(), await usual.open(), (await bound.all()).length], [[], [], 1]);
});

test('alerts.create.tag: long and absent runs of the tasks with the tag only', async () => {
  const tagged = await make.task({ tags: ['nightly'] });
  const plain = await make.task({ workspace: tagged.workspace, tags: ['nightly-2'] });
  const plan = await make.plan({ workspace: tagged.workspace, steps: [[plain.id]] });
  const fields = { workspaceId: tagged.workspace, tag: 'nightly' };
  const long = await rule(tagged.workspace, { condition: 'run_long', boundSeconds: 60, ...fields });
  const absent = await rule(tagged.workspace, { condition: 'run_absent', boundSeconds: 60, ...fields });
  const execution = await running(tagged, 100);
  await running(plain, 100);
  await pastPlanExecution(server, { id: plan.id, workspace: tagged.workspace }, { startedAt: ago(100), status: 'STARTED' });
  for (const task of [tagged, plain]) await arm(task, 90);
  await watch();
  assert.deepEqual(
    (await long.open()).map(({ targetId }) => targetId),
    [execution],
  );
  assert.deepEqual(
    (await absent.open()).map(({ targetId }) => targetId),
    [tagged.id],
  );
});

test('a plan execution is late after its bound', async () => {
  const { workspace, id: task } = await make.task();
  const plan = await make.plan({ workspace, steps: [[task]] });
  const { open } = await rule(workspace, { condition: 'run_long', planId: plan.id, boundSeconds: 60 });
  const execution = await pastPlanExecution(server, { id: plan.id, workspace }, { startedAt: ago(61), status: 'STARTED' });
  await watch();
  const [late] = await open();
  assert.deepEqual([late?.kind, late?.executionId], ['plan.run.late', execution]);
});

test('alerts.long.event', async () => {
  const task = await make.task();
  const { tenant } = await platform.db.reader.only<{ tenant: string }>(sql`select tenant_id as tenant from task where id = ${task.id}`);
  await writer.rows(sql`
    insert into event_subscription (tenant_id, type, subscriber_kind, subscriber_id)
    values (${tenant}, 'com.service.v1.task.run.late', 'webhook', ${newId()})`);
  for (const boundSeconds of [10, 20]) await rule(task.workspace, { condition: 'run_long', taskId: task.id, boundSeconds });
  const execution = await running(task, 15);
  await watch();
  await writer.rows(sql`update live_execution set started_at = ${ago(25)} where execution_id = ${execution}`);
  await watch();
  const events = await platform.db.reader.rows<{ execution: string }>(sql`
    select data ->> 'executionId' as execution
    from outbox_event
    where type = 'com.service.v1.task.run.late'`);
  assert.deepEqual(events, [{ execution }]);
});

/** Activates a time trigger of a task whose next instant was some seconds ago. */
const arm = (task: MadeTask, seconds: number) =>
  writer.rows(sql`
    insert into time_trigger (id, task_id, name, definition, next_at, set_by_id, set_by_type)
    values (
      ${newId()}, ${task.id}, 'own', ${json({ name: 'own', type: 'DAILY' })}, ${ago(seconds)},
      (select owner_id from workspace where id = ${task.workspace}), 'HUMAN')
    on conflict (task_id) do update
    set next_at = excluded.next_at`);

test('alerts.absent.due', async () => {
  const task = await make.task();
  const idle = await make.task({ workspace: task.workspace });
  const own = await rule(task.workspace, { condition: 'run_absent', taskId: task.id, boundSeconds: 60 });
  const wide = await rule(task.workspace, { condition: 'run_absent', workspaceId: task.workspace, boundSeconds: 60 });
  await arm(task, 30);
  await watch();
  assert.deepEqual([await own.open(), await wide.open()], [[], []]);
  await arm(task, 90);
  await watch();
  for (const { open } of [own, wide]) {
    const [absent, ...others] = await open();
    assert.deepEqual([absent?.kind, absent?.targetId, others], ['task.run.absent', task.id, []], idle.id);
  }
  await arm(task, -3600);
  await watch();
  assert.deepEqual([await own.open(), await wide.open()], [[], []]);
});

test('alerts.absent.success', async () => {
  const task = await make.task();
  const { id, open } = await rule(task.workspace, { condition: 'run_absent', taskId: task.id, successWithinSeconds: 600 });
  await watch();
  assert.deepEqual(await open(), [], 'a task without any success has the whole time from the creation of the rule');
  await writer.rows(sql`update alert_rule set created_at = ${ago(700)} where id = ${id}`);
  await pastExecution(server, task, { triggeredAt: ago(10), status: 'EXECUTION_FAILED' });
  await watch();
  assert.equal((await open()).length, 1);
  await writer.rows(sql`update task set paused_at = now(), paused_by = 'admin', paused_by_type = 'HUMAN' where id = ${task.id}`);
  await watch();
  assert.deepEqual(await open(), [], 'a paused task is not absent');
  await writer.rows(sql`update task set paused_at = null, paused_by = null, paused_by_type = null where id = ${task.id}`);
  await watch();
  assert.equal((await open()).length, 1);
  await pastExecution(server, task, { triggeredAt: ago(5) });
  await watch();
  assert.deepEqual(await open(), []);
});

test('alerts.engine.lost', async () => {
  const { id: workspace, environment } = await make.workspace();
  const engine = await make.engine({ environment });
  const { open, all } = await rule(workspace, { condition: 'engine_lost', engineId: engine.id });
  const slow = await rule(workspace, { condition: 'engine_lost', environmentId: environment, boundSeconds: 600 });
  const beat = (seconds: number) => writer.rows(sql`update engine set last_beat_at = ${ago(seconds)} where id = ${engine.id}`);
  await beat(40);
  await watch();
  assert.deepEqual(await open(), []);
  await beat(90);
  await watch();
  assert.deepEqual([(await open())[0]?.targetId, await slow.open()], [engine.id, []]);
  await beat(0);
  await watch();
  assert.deepEqual([await open(), (await all()).length], [[], 1]);
});
