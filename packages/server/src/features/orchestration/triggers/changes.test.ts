import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../core/database/sql.ts';
import { boundSchedule } from '../../../../test/support/bind.ts';
import { leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer, type Answer } from '../../../../test/support/server.ts';
import { RECEIVING } from '../../../../test/support/webhook-triggers.ts';

const ROUTE = 'PUT /orchestration/executables/tasks/{taskId}/run-config';
const server = await startTestServer();
const { call, make, platform } = server;

const workspace = await make.workspace({ environment: await make.environment({ name: 'changes' }) });
const bodyOf = (trigger: object) => ({ trigger, runtime: { type: 'CLOUD' } });
const put = (taskId: string, trigger: object): Promise<Answer> => call(ROUTE, { path: { taskId }, body: bodyOf(trigger) });
const set = async (taskId: string, trigger: object) => {
  const { status, body } = await put(taskId, trigger);
  assert.equal(status, 200, JSON.stringify(body));
  return body.trigger;
};
const shown = async (taskId: string) =>
  (await call('GET /orchestration/executables/tasks/{taskId}/run-config', { path: { taskId } })).body.trigger;
const refuses = async (taskId: string, trigger: object, code: string): Promise<string> => {
  const before = await shown(taskId);
  const sent = { path: { taskId }, body: bodyOf(trigger) };
  const { body } = await leavesNothing(server, ROUTE, sent, 400, code, 'time_trigger', 'webhook_trigger', 'schedule', 'task_run_config');
  assert.deepEqual(await shown(taskId), before);
  return body.message;
};
const cron = (cronExpression: string) => ({ type: 'CRON', cronExpression });
const rowOf = (taskId: string) =>
  platform.db.reader.one<{ id: string; name: string }>(sql`select id, name from time_trigger where task_id = ${taskId}`);

test('triggers.get.type', async () => {
  const task = await make.task({ ...RECEIVING, workspace: workspace.id });
  assert.deepEqual(await shown(task.id), { type: 'MANUAL' });
  assert.deepEqual(await set(task.id, cron('0 6 * * ?')), cron('0 6 * * ?'));
  assert.equal((await set(task.id, { type: 'WEBHOOK', webhook: { name: 'hook' } })).type, 'WEBHOOK');
  assert.deepEqual(await set(task.id, cron('0 7 * * ?')), cron('0 7 * * ?'), 'the webhook was removed');
  await boundSchedule(server, task);
  assert.deepEqual(await shown(task.id), { type: 'MULTIPLE' });
});

test('triggers.set.time', async () => {
  const task = await make.task({ workspace: workspace.id });
  const daily = { type: 'DAILY', interval: 1, startDate: '2030-01-01' };
  for (const [trigger, message] of [
    [{ type: 'ONCE', startTime: '06:00' }, /startDate is missing/],
    [daily, /atTimes is missing/],
    [{ ...daily, startTime: '25:00' }, /'25:00' is no time of day/],
    [{ ...daily, startTime: '06:00', timeZone: 'Mars/Olympus' }, /timeZone/],
    [{ ...daily, startTime: '06:00', cronExpression: '0 6 * * ?' }, /cronExpression/],
    [{ type: 'WEEKLY', startDate: '2030-01-01', startTime: '06:00' }, /interval is missing/],
    [{ type: 'CRON' }, /cronExpression is missing/],
  ] as const)
    assert.match(await refuses(task.id, trigger, 'trigger_invalid'), message);
  await refuses(task.id, cron('0 6 * *'), 'cron_malformed');
  await refuses(task.id, { ...daily, interval: 0 }, 'malformed_request');
  const { startDate } = await set(task.id, { type: 'DAILY', interval: 1, startTime: '06:00' });
  assert.match(startDate, /^\d{4}-\d{2}-\d{2}$/, 'the day of the request');
});

test('triggers.set.gap', async () => {
  const task = await make.task({ workspace: workspace.id });
  assert.match(await refuses(task.id, cron('*/4 * * * ?'), 'triggers_too_close'), /less than 5 minutes apart/);
  await set(task.id, cron('*/5 * * * ?'));
});

test('triggers.set.extras', async () => {
  const task = await make.task({ workspace: workspace.id });
  const empty = { startDate: '', startTime: '', timeZone: '', atDays: null, interval: null, webhook: null, name: 'ignored' };
  assert.deepEqual(await set(task.id, { ...empty, ...cron('0 6 * * ?') }), cron('0 6 * * ?'));
  const atTimes = { type: 'AT_TIME', time: '11:00', startTime: '', times: null };
  const once = { type: 'ONCE', startDate: '2030-01-01', atTimes };
  assert.deepEqual(await set(task.id, { ...empty, cronExpression: '', ...once }), { ...once, atTimes: { type: 'AT_TIME', time: '11:00' } });
  assert.deepEqual(await set(task.id, { ...empty, ...cron('0 6 * * ?'), type: 'MANUAL' }), { type: 'MANUAL' });
});

test('triggers.set.same', async () => {
  const task = await make.task({ workspace: workspace.id });
  await set(task.id, cron('0 6 * * ?'));
  const before = await rowOf(task.id);
  assert.equal(before?.name, 'run-config');
  await set(task.id, { type: 'DAILY', interval: 1, startDate: '2030-01-01', startTime: '07:00' });
  assert.deepEqual(await rowOf(task.id), before);
  await set(task.id, { type: 'MANUAL' });
  assert.equal(await rowOf(task.id), undefined);
});

test('triggers.set.bound', async () => {
  const task = await make.task({ workspace: workspace.id });
  const { id } = await boundSchedule(server, task);
  for (const trigger of [cron('0 6 * * ?'), { type: 'WEBHOOK', webhook: { name: 'hook' } }, { type: 'MANUAL' }])
    assert.match(await refuses(task.id, trigger, 'schedule_bound'), /DELETE …\/schedule/);

  const path = { taskId: task.id };
  const config = (await call(ROUTE.replace('PUT', 'GET'), { path })).body;
  const changed = await call(ROUTE, { path, body: { ...config, parallelExecutionAllowed: true, timeout: 9 } });
  assert.deepEqual(changed.body, { ...config, parallelExecutionAllowed: true, timeout: 9 });
  const schedule = await call('GET /orchestration/executables/tasks/{taskId}/schedule', { path });
  assert.equal(schedule.body.id, id);
});

test('triggers.set.multiple', async () => {
  const task = await make.task({ workspace: workspace.id });
  assert.match(await refuses(task.id, { type: 'MULTIPLE' }, 'schedule_missing'), /PUT …\/schedule/);
});

test('triggers.set.bound: when a schedule and an own trigger are set at the same time, the schedule stays', async () => {
  for (let round = 0; round < 5; round += 1) {
    const task = await make.task({ workspace: workspace.id });
    const { id } = await make.schedule({ environment: task.environment });
    const path = { taskId: task.id };
    const [bound] = await Promise.all([
      call('PUT /orchestration/executables/tasks/{taskId}/schedule', { path, body: { scheduleId: id } }),
      put(task.id, cron('0 6 * * ?')),
    ]);
    assert.equal(bound.status, 200);
    assert.deepEqual(await shown(task.id), { type: 'MULTIPLE' });
    assert.equal(await rowOf(task.id), undefined);
  }
});

test('triggers.end.all', async () => {
  for (const route of ['run-config', 'de-run-config']) {
    const remove = async (taskId: string): Promise<void> => {
      const { status } = await call(`DELETE /orchestration/executables/tasks/{taskId}/${route}`, { path: { taskId } });
      assert.equal(status, 204);
      assert.deepEqual(await shown(taskId), { type: 'MANUAL' });
    };
    const task = await make.task({ ...RECEIVING, workspace: workspace.id });
    const before = await server.count('time_trigger', 'webhook_trigger');
    await set(task.id, cron('0 6 * * ?'));
    await remove(task.id);
    await set(task.id, { type: 'WEBHOOK', webhook: { name: 'hook' } });
    await remove(task.id);
    assert.deepEqual(await server.count('time_trigger', 'webhook_trigger'), before);
    const { id } = await boundSchedule(server, task);
    await remove(task.id);
    const { body } = await call('GET /orchestration/schedules/{scheduleId}', { path: { scheduleId: id } });
    assert.equal('executableId' in body, false, 'an orphan');
  }
});

test('the trigger of a task is deleted with it', async () => {
  const before = await server.count('time_trigger', 'webhook_trigger');
  for (const trigger of [cron('0 6 * * ?'), { type: 'WEBHOOK', webhook: { name: 'hook' } }]) {
    const task = await make.task({ ...RECEIVING, workspace: workspace.id });
    await set(task.id, trigger);
    assert.equal((await call('DELETE /orchestration/executables/tasks/{taskId}', { path: { taskId: task.id } })).status, 204);
  }
  assert.deepEqual(await server.count('time_trigger', 'webhook_trigger'), before);
});
