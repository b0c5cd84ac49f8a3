import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../core/database/sql.ts';
import { runTimer } from '../../../../test/support/background.ts';
import { boundSchedule } from '../../../../test/support/bind.ts';
import { daily, firingOf, type ArmedTrigger } from '../../../../test/support/firing.ts';
import type { MadeTask } from '../../../../test/support/make.ts';
import { changesRows } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { fireDue } from './fire.ts';

// Without a worker, so that only the test fires triggers.
const server = await startTestServer({ MILLRACE_ROLE: 'api' });
const { call, make, platform } = server;
const { db } = platform;
const { fireAt, triggersOf, onlyTrigger, moveTo, recordsOf, setTrigger } = firingOf(server);

const DAY = 86_400_000;
const { name: _name, ...everyDay } = daily('own');
const minutesAgo = (minutes: number): Date => new Date(Math.floor(Date.now() / 60_000) * 60_000 - minutes * 60_000);

test('schedules.fire.once', async () => {
  const task = await make.task();
  await boundSchedule(server, task, { triggers: [daily('a')] });
  const trigger = await onlyTrigger(task);
  const due = trigger.next_at ?? assert.fail('it is armed');
  assert.equal(due.getUTCHours(), 6);
  assert.deepEqual((await fireAt(new Date(due.getTime() - 1))).fired, 0, 'not before');
  const results = await Promise.all(Array.from({ length: 6 }, () => fireAt(due)));
  assert.equal(
    results.reduce((sum, { fired }) => sum + fired, 0),
    1,
  );
  assert.deepEqual(
    results.flatMap(({ environments }) => environments),
    [task.environment],
    'its engines are woken',
  );
  const records = await recordsOf(task);
  assert.deepEqual(
    records.map((record) => [record.due_at, record.outcome, record.execution_type]),
    [[due, null, 'SCHEDULED']],
  );
  const { body } = await call('GET /processing/executables/tasks/{taskId}/executions', { path: { taskId: task.id } });
  assert.deepEqual(
    [body.total, body.items[0].executionType, body.items[0].userId],
    [1, 'SCHEDULED', await make.administrator()],
    'the account that bound the schedule starts the execution',
  );
});

test('schedules.fire.once: a process that dies before its commit leaves nothing, and the next call fires the instant', async () => {
  const task = await make.task();
  await setTrigger(task, everyDay);
  const due = (await onlyTrigger(task)).next_at ?? assert.fail('it is armed');
  await changesRows(server, { task_execution: 0, live_execution: 0, fired_instant: 0 }, () =>
    assert.rejects(
      db.transaction(async (tx) => {
        assert.equal((await fireDue(tx, { most: 500, at: due })).fired, 1);
        throw new Error('killed');
      }),
      /killed/,
    ),
  );
  assert.equal((await fireAt(due)).fired, 1);
  assert.equal((await recordsOf(task)).length, 1);
});

test('schedules.fire.forget', async () => {
  const task = await make.task();
  await setTrigger(task, everyDay);
  const { id, next_at: due } = await onlyTrigger(task);
  assert.ok(due);
  const keysOf = (): Promise<{ due_at: Date }[]> =>
    db.reader.rows(sql`select due_at from fired_instant where trigger_id = ${id} order by due_at`);
  const runForgetTimer = () => runTimer(platform, 'forget-instants');
  await fireAt(due);
  await fireAt(new Date(due.getTime() + DAY));
  await runForgetTimer();
  assert.equal((await keysOf()).length, 2, 'a key of today stays');
  await db.writer.rows(sql`update fired_instant set fired_at = now() - interval '25 hours' where trigger_id = ${id} and due_at = ${due}`);
  await runForgetTimer();
  assert.deepEqual(await keysOf(), [{ due_at: new Date(due.getTime() + DAY) }]);
  await Promise.all(Array.from({ length: 4 }, () => fireAt(new Date(due.getTime() + 2 * DAY))));
  assert.equal((await recordsOf(task)).length, 2, 'records of the instants whose keys are stored');
  const { body } = await call('GET /processing/executables/tasks/{taskId}/executions', { path: { taskId: task.id } });
  assert.equal(body.total, 3, 'one record for each instant, also for the instant whose key was deleted');
});

test('schedules.fire.once: after the clock was set back, an instant does not fire again and does not block other triggers', async () => {
  const [firedTask, otherTask] = [await make.task(), await make.task()];
  for (const task of [firedTask, otherTask]) await setTrigger(task, { type: 'CRON', cronExpression: '0/5 * * * ?', timeZone: 'UTC' });
  const five = 5 * 60_000;
  const past = new Date(Math.floor(Date.now() / five) * five);
  await moveTo((await onlyTrigger(firedTask)).id, past);
  await runTimer(platform, 'fire-triggers');
  assert.equal((await recordsOf(firedTask)).length, 1);
  for (const task of [firedTask, otherTask]) await moveTo((await onlyTrigger(task)).id, past);
  await runTimer(platform, 'fire-triggers');
  assert.deepEqual([(await recordsOf(firedTask)).length, (await recordsOf(otherTask)).length], [1, 1]);
  assert.ok(((await onlyTrigger(firedTask)).next_at ?? past) > past, 'the trigger has a next time');
});

test('schedules.fire.next', async () => {
  const task = await make.task();
  await setTrigger(task, everyDay);
  const { id, next_at: due } = await onlyTrigger(task);
  assert.ok(due);
  await fireAt(new Date(due.getTime() + 5 * 60_000));
  assert.deepEqual(
    (await onlyTrigger(task)).next_at,
    new Date(due.getTime() + DAY),
    'the next time is computed from the instant, not from the present time',
  );

  const date = new Date(Date.now() + 2 * DAY).toISOString().slice(0, 10);
  await setTrigger(task, { type: 'ONCE', startDate: date, timeZone: 'UTC', atTimes: { type: 'AT_TIME', time: '07:00' } });
  const once = await onlyTrigger(task);
  assert.deepEqual([once.id, once.next_at], [id, new Date(`${date}T07:00:00Z`)]);
  await fireAt(new Date(`${date}T07:00:00Z`));
  assert.equal((await onlyTrigger(task)).next_at, null, 'the trigger has ended');
});

test('task-executions.start.misfire', async () => {
  const [paused, bare, incomplete, mistyped] = [
    await make.task(),
    await make.task({ configured: false }),
    await make.task({ artifactParameters: [{ name: 'who', required: true }] }),
    await make.task({ artifactParameters: [{ name: 'limit', type: 'int', required: false }], parameters: { limit: 'many' } }),
  ];
  for (const task of [paused, bare, incomplete, mistyped]) await boundSchedule(server, task, { triggers: [daily('a')] });
  await call('PUT /orchestration/executables/tasks/{taskId}/pause', { path: { taskId: paused.id }, body: { pause: true } });
  await fireAt((await onlyTrigger(paused)).next_at ?? assert.fail('it is armed'));
  const records = (await Promise.all([paused, bare, incomplete, mistyped].map(recordsOf))).flat();
  assert.deepEqual(
    records.map((record) => [record.outcome, record.misfired_reason]),
    [
      ['DEPLOY_FAILED', 'TASK_IS_PAUSED'],
      ['DEPLOY_FAILED', 'UNKNOWN'],
      ['DEPLOY_FAILED', 'UNKNOWN'],
      ['DEPLOY_FAILED', 'UNKNOWN'],
    ],
  );
  assert.match(records[1]?.error_message ?? '', /no run configuration/);
  assert.match(records[2]?.error_message ?? '', /value of who/);
  assert.match(records[3]?.error_message ?? '', /limit \(int\) must be a whole number/);
  const { body } = await call('GET /processing/executables/tasks/{taskId}/executions', { path: { taskId: paused.id } });
  assert.equal(body.items[0].misfiredExecutionReason, 'TASK_IS_PAUSED');
});

test('task-executions.start.misfire: the instants of a pause do not start anything when the task is resumed', async () => {
  const task = await make.task();
  await setTrigger(task, { type: 'CRON', cronExpression: '*/10 * * * ?', timeZone: 'UTC' });
  const pause = (pause: boolean) =>
    call('PUT /orchestration/executables/tasks/{taskId}/pause', { path: { taskId: task.id }, body: { pause } });
  const first = (await onlyTrigger(task)).next_at ?? assert.fail('it is armed');
  const later = (minutes: number): Date => new Date(first.getTime() + minutes * 60_000);
  await pause(true);
  for (const minutes of [0, 10, 20, 30]) await fireAt(later(minutes));
  await pause(false);
  await fireAt(later(35));
  const reasons = async () => (await recordsOf(task)).map(({ misfired_reason: reason }) => reason);
  assert.deepEqual(
    await reasons(),
    Array.from({ length: 4 }, () => 'TASK_IS_PAUSED'),
  );
  await fireAt(later(40));
  assert.deepEqual((await reasons()).slice(4), [null], 'one run, for the first instant after the pause');
});

test('schedules.get.bound: a schedule that is bound again starts nothing for the instants in between', async () => {
  const task = await make.task();
  const { id: scheduleId } = await boundSchedule(server, task, { triggers: [daily('a'), daily('b', '12:00')] });
  const path = { taskId: task.id };
  const bind = () => call('PUT /orchestration/executables/tasks/{taskId}/schedule', { path, body: { scheduleId } });
  await call('DELETE /orchestration/executables/tasks/{taskId}/schedule', { path });
  await db.writer.rows(sql`update time_trigger set next_at = null where schedule_id = ${scheduleId}`);
  assert.equal((await bind()).status, 200);
  const now = Date.now();
  for (const { next_at: next } of await triggersOf(task)) assert.ok(next && next.getTime() > now && next.getTime() <= now + DAY + 60_000);
  assert.equal((await fireAt()).fired, 0);
  assert.deepEqual(await recordsOf(task), []);
});

test('schedules.get.bound: an orphan does not fire', async () => {
  const task = await make.task();
  const { id } = await boundSchedule(server, task, { triggers: [daily('a')] });
  const before = await onlyTrigger(task);
  await call('DELETE /orchestration/executables/tasks/{taskId}/schedule', { path: { taskId: task.id } });
  await fireAt(new Date((before.next_at?.getTime() ?? 0) + DAY));
  assert.deepEqual(await recordsOf(task), []);
  const [row] = await db.reader.rows<ArmedTrigger>(sql`select id, next_at from time_trigger where schedule_id = ${id}`);
  assert.deepEqual(row, { id: before.id, next_at: null });
});

test('schedules.4.edit', async () => {
  const task = await make.task();
  const { id } = await boundSchedule(server, task, { triggers: [daily('a', '06:00')] });
  const minute = new Date(Date.now() + 2 * 60_000).toISOString().slice(11, 16);
  await call('PUT /orchestration/schedules/{scheduleId}/triggers', { path: { scheduleId: id }, body: daily('a', minute) });
  const soon = (await onlyTrigger(task)).next_at ?? assert.fail('it is armed');
  assert.equal(soon.toISOString().slice(11, 16), minute);
  assert.ok(soon.getTime() - Date.now() < 3 * 60_000, 'the change applies to the next execution');
  await call('POST /orchestration/schedules/{scheduleId}/triggers', { path: { scheduleId: id }, body: daily('b', '23:00') });
  assert.deepEqual((await triggersOf(task)).map((trigger) => trigger.next_at?.getUTCHours()).at(1), 23);
  await call('DELETE /orchestration/schedules/{scheduleId}/triggers', { path: { scheduleId: id }, query: { name: 'a' } });
  assert.equal((await triggersOf(task)).length, 1);
  assert.equal((await recordsOf(task)).length, 0);
});

test('schedules.fire.change', async () => {
  const changes: Record<string, (task: MadeTask, schedule: string) => Promise<{ status: number }>> = {
    replaced: (_task, scheduleId) =>
      call('PUT /orchestration/schedules/{scheduleId}/triggers', { path: { scheduleId }, body: daily('a', '23:30') }),
    removed: (_task, scheduleId) =>
      call('DELETE /orchestration/schedules/{scheduleId}/triggers', { path: { scheduleId }, query: { name: 'a' } }),
    unbound: (task) => call('DELETE /orchestration/executables/tasks/{taskId}/schedule', { path: { taskId: task.id } }),
    ended: (task) => call('DELETE /orchestration/executables/tasks/{taskId}/run-config', { path: { taskId: task.id } }),
    bound: async (task) => {
      const { id } = await make.schedule({ environment: task.environment, triggers: [daily('other', '22:00')] });
      return call('PUT /orchestration/executables/tasks/{taskId}/schedule', { path: { taskId: task.id }, body: { scheduleId: id } });
    },
  };
  for (const [kind, change] of Object.entries(changes)) {
    const task = await make.task();
    const { id } = await boundSchedule(server, task, { triggers: [daily('a', new Date().toISOString().slice(11, 16))] });
    const due = minutesAgo(0);
    await moveTo((await onlyTrigger(task)).id, due);
    const { status } = await change(task, id);
    assert.ok(status < 300, `${kind}: ${status}`);
    assert.deepEqual(
      (await recordsOf(task)).map((record) => [record.due_at, record.misfired_reason]),
      [[due, null]],
      kind,
    );
  }
});
