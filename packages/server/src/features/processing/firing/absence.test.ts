// run: waiting because it waits for engines that are silent
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../core/database/sql.ts';
import { runTimer } from '../../../../test/support/background.ts';
import { boundSchedule } from '../../../../test/support/bind.ts';
import { daily, firingOf } from '../../../../test/support/firing.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const server = await startTestServer({ MILLRACE_ROLE: 'api' });
const { call, make, platform } = server;
const { db } = platform;
const { fireAt, onlyTrigger, moveTo, recordsOf, setTrigger, triggersOf } = firingOf(server);

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const { name: _name, ...everyDay } = daily('own');

test('schedules.fire.next: a daily trigger leaves one record for each day of a year, in 12 time zones', async () => {
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
    const { id } = await onlyTrigger(task);
    const [{ datetime }] = (
      await call('GET /orchestration/executables/tasks/{taskId}/run-config/events', {
        path: { taskId: task.id },
        query: { from: begin, to: begin + 2 * DAY, limit: 1 },
      })
    ).body.items.map((item: string) => ({ datetime: item }));
    await moveTo(id, new Date(datetime));
  }
  const end = Date.UTC(2028, 0, 1);
  for (let at = begin; at < end; at += 30 * DAY) while ((await fireAt(new Date(Math.min(at + 30 * DAY, end) - 1))).fired > 0);
  for (const [index, task] of tasks.entries()) {
    const records = await recordsOf(task);
    const days = new Set(records.map((record) => record.due_at.toLocaleDateString('en-CA', { timeZone: zones[index] })));
    assert.deepEqual([records.length, days.size], [365, 365], zones[index]);
  }
});

test('schedules.fire.catch-up', async () => {
  const task = await make.task();
  await setTrigger(task, { type: 'CRON', cronExpression: '*/5 * * * ?', timeZone: 'UTC' });
  const { id } = await onlyTrigger(task);
  const now = new Date(Math.ceil(Date.now() / (5 * 60_000)) * 5 * 60_000);
  await moveTo(id, new Date(now.getTime() - 2 * HOUR));
  let fired = 0;
  for (let last = -1; last !== 0; fired += last) last = (await fireAt(now)).fired;
  assert.equal(fired, 25, 'every instant of the two hours is fired');
  const records = await recordsOf(task);
  const late = records.filter((record) => record.misfired_reason !== null);
  assert.deepEqual([records.length, late.length], [25, 22], 'only the instants of the last ten minutes start');
  assert.ok(
    late.every(
      (record) =>
        record.misfired_reason === 'UNKNOWN' && record.outcome === 'DEPLOY_FAILED' && /no server ran/.test(record.error_message ?? ''),
    ),
  );
  assert.ok(records.slice(22).every(({ outcome }) => outcome === null));
});

/** The last instant at which a trigger of every five minutes was due. The server fires at this time after its absence. */
const returnedAt = Math.floor(Date.now() / (5 * MINUTE)) * 5 * MINUTE;
const every = (minutes: number) => ({
  type: 'CRON',
  cronExpression: minutes === 60 ? '0 * * * ?' : `0/${minutes} * * * ?`,
  timeZone: 'UTC',
});

/** The due instants of an absence, and whether each of them is recent enough to start an execution. */
function instantsOf(hours: number, minutes: number): { due: Date; starts: boolean }[] {
  const period = minutes * MINUTE;
  const instants = [];
  for (let due = Math.ceil((returnedAt - hours * HOUR) / period) * period; due <= returnedAt; due += period)
    instants.push({ due: new Date(due), starts: returnedAt - due <= 10 * MINUTE });
  return instants;
}

async function catchUp(): Promise<void> {
  while ((await fireAt(new Date(returnedAt))).fired > 0);
}

const absences = Array.from({ length: 24 }, (_, index) => index + 1).flatMap((hours) => [5, 10, 60].map((minutes) => ({ hours, minutes })));

test('schedules.fire.catch-up: a task after an absence of 1 to 24 hours', async () => {
  const tasks = [];
  for (const absence of absences) {
    const task = await make.task();
    await setTrigger(task, every(absence.minutes));
    const instants = instantsOf(absence.hours, absence.minutes);
    await moveTo((await onlyTrigger(task)).id, instants[0]?.due ?? assert.fail());
    tasks.push({ ...absence, task, instants });
  }
  await catchUp();
  for (const { hours, minutes, task, instants } of tasks) {
    assert.deepEqual(
      (await recordsOf(task)).map((record) => [record.due_at, record.misfired_reason]),
      instants.map(({ due, starts }) => [due, starts ? null : 'UNKNOWN']),
      `every ${minutes} minutes, ${hours} hours away`,
    );
  }
});

test('schedules.fire.catch-up: a plan after an absence of 1 to 24 hours', async () => {
  const plans = [];
  // One after the other: a busy machine would answer 503 to some of 72 changes at once.
  for (const absence of absences) {
    const parallel = absence.hours % 2 === 0;
    const task = await make.task();
    const plan = await make.plan({ workspace: task.workspace, steps: [[task.id]] });
    const { status } = await call('PUT /orchestration/executables/plans/{planId}/run-config', {
      path: { planId: plan.id },
      body: { trigger: every(absence.minutes), parallelExecutionAllowed: parallel },
    });
    assert.equal(status, 200);
    const instants = instantsOf(absence.hours, absence.minutes);
    await db.writer.rows(sql`update time_trigger set next_at = ${instants[0]?.due} where plan_id = ${plan.id}`);
    plans.push({ ...absence, parallel, plan, instants });
  }
  await catchUp();
  for (const { hours, minutes, parallel, plan, instants } of plans) {
    const records = await db.reader.rows<{ due_at: Date; misfired_reason: string | null }>(sql`
      select f.due_at, x.misfired_reason
      from fired_instant f
      join plan_execution x on x.id = f.execution_id
      where x.plan_id = ${plan.id}
      order by f.due_at`);
    const first = instants.findIndex(({ starts }) => starts);
    assert.deepEqual(
      records.map((record) => [record.due_at, record.misfired_reason]),
      instants.map(({ due, starts }, index) => [
        due,
        !starts ? 'UNKNOWN' : parallel || index === first ? null : 'PARALLEL_EXECUTIONS_FORBIDDEN',
      ]),
      `every ${minutes} minutes, ${hours} hours away`,
    );
  }
});

test('task-executions.start.queue: a misfire takes no place in the queue, a waiting execution does', async () => {
  const task = await make.task();
  await setTrigger(task, every(5));
  for (let index = 0; index < 49; index += 1) await call('POST /processing/executions', { body: { executable: task.id } });
  await moveTo((await onlyTrigger(task)).id, new Date(returnedAt - 6 * HOUR));
  await catchUp();
  const records = await recordsOf(task);
  assert.equal(records.length, 73);
  assert.deepEqual(
    records.slice(-4).map((record) => record.misfired_reason),
    ['UNKNOWN', null, 'MAX_PARALLEL_TASKS_LIMIT_REACHED', 'MAX_PARALLEL_TASKS_LIMIT_REACHED'],
  );
});

test('schedules.fire.once: one run of the timer fires all due triggers, with several instants each', async () => {
  const task = await make.task();
  await boundSchedule(server, task, { triggers: [daily('a')] });
  const { id, next_at: due } = await onlyTrigger(task);
  const before = new Date((due?.getTime() ?? 0) - 3 * DAY);
  await moveTo(id, before);
  const copies = 1100;
  await db.writer.rows(sql`
    insert into time_trigger
    select c.*
    from time_trigger g
    cross join generate_series(1, ${copies}) as n
    cross join lateral jsonb_populate_record(g, jsonb_build_object('id', gen_random_uuid(), 'name', 'copy ' || n)) c
    where g.id = ${id}`);
  await runTimer(platform, 'fire-triggers');
  const records = await recordsOf(task);
  for (const at of [before, new Date(before.getTime() + DAY)])
    assert.equal(records.filter((record) => record.due_at.getTime() === at.getTime()).length, copies + 1);
  const next = (await triggersOf(task)).map(({ next_at: at }) => at ?? assert.fail('each has a next instant'));
  assert.deepEqual([next.length, next.filter((at) => at <= before).length], [copies + 1, 0]);
});
