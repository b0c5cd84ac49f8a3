import assert from 'node:assert/strict';
import { test } from 'node:test';
import { daily, firingOf } from '../../../../test/support/firing.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const server = await startTestServer({ MILLRACE_ROLE: 'api' });
const { call, make } = server;
const { look, only, moveTo, recordsOf, setTrigger } = firingOf(server);

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const { name: _name, ...everyDay } = daily('own');

test('schedules.fire.next: a year of every day of 12 zones leaves one record for each', async () => {
  const zones = [
    'UTC',
    'Europe/Paris',
    'Europe/London',
    'America/New_York',
    'America/Sao_Paulo',
    'America/St_Johns',
    'Asia/Kolkata',
    'Asia/Tokyo',
    'Australia/Lord_Howe',
    'Pacific/Apia',
    'Africa/Cairo',
    'Asia/Tehran',
  ];
  const tasks = await Promise.all(zones.map(() => make.task()));
  await Promise.all(
    tasks.map((task, index) => setTrigger(task, { ...everyDay, timeZone: zones[index], atTimes: { type: 'AT_TIME', time: '02:30' } })),
  );
  const begin = Date.UTC(2027, 0, 1);
  for (const task of tasks) {
    const { id } = await only(task);
    const [{ datetime }] = (
      await call('GET /orchestration/executables/tasks/{taskId}/run-config/events', {
        path: { taskId: task.id },
        query: { from: begin, to: begin + 2 * DAY, limit: 1 },
      })
    ).body.items.map((item: string) => ({ datetime: item }));
    await moveTo(id, new Date(datetime));
  }
  const end = Date.UTC(2028, 0, 1);
  for (let at = begin; at < end; at += 30 * DAY) while ((await look(new Date(Math.min(at + 30 * DAY, end) - 1))).fired > 0);
  for (const [index, task] of tasks.entries()) {
    const records = await recordsOf(task);
    const days = new Set(records.map((one) => one.due_at.toLocaleDateString('en-CA', { timeZone: zones[index] })));
    assert.deepEqual([records.length, days.size], [365, 365], zones[index]);
  }
});

test('schedules.fire.catch-up', async () => {
  const task = await make.task();
  await setTrigger(task, { type: 'CRON', cronExpression: '*/5 * * * ?', timeZone: 'UTC' });
  const { id } = await only(task);
  const now = new Date(Math.ceil(Date.now() / (5 * 60_000)) * 5 * 60_000);
  await moveTo(id, new Date(now.getTime() - 2 * HOUR));
  let fired = 0;
  for (let last = -1; last !== 0; fired += last) last = (await look(now)).fired;
  assert.equal(fired, 25, 'each instant of the two hours');
  const records = await recordsOf(task);
  const late = records.filter((one) => one.misfired_reason !== null);
  assert.deepEqual([records.length, late.length], [25, 22], 'the last ten minutes are started');
  assert.ok(
    late.every(
      (one) => one.misfired_reason === 'UNKNOWN' && one.outcome === 'DEPLOY_FAILED' && /no server ran/.test(one.error_message ?? ''),
    ),
  );
  assert.ok(records.slice(22).every((one) => one.outcome === null));
});
