import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { sql } from '../../../core/database/sql.ts';
import { runTimer } from '../../../../test/support/background.ts';
import { REPORTED_AT, standInEngine } from '../../../../test/support/engine.ts';
import { watchEvents, type SeenEvent } from '../../../../test/support/events.ts';
import { startTestServer, type Sent } from '../../../../test/support/server.ts';
import { insertRole } from '../../accounts/people/index.ts';

// Without timers, so that only the test runs them.
const server = await startTestServer({ MILLRACE_ROLE: 'api' });
const { call, count, make, platform } = server;
const { db } = platform;
const { assertRaisesOne, assertRaises, newEvents, tenant, end } = await watchEvents(server);
const { id: me } = (await call('GET /account/me')).body;

const STARTED = 'task.run.started';
const ENDED = ['task.run.finished', 'app.reload.finished'];
const FULL = [STARTED, ...ENDED];
const startTask = async (executable: string): Promise<string> =>
  (await call('POST /processing/executions', { body: { executable } })).body.executionId;
const parts = ({ data: { taskName: _name, ...data }, ...event }: SeenEvent) => ({ ...event, data });

async function running() {
  const task = await make.task();
  const engine = await standInEngine(server, task.environment);
  const id = await startTask(task.id);
  return { task, engine, id, lease: await engine.claimOne() };
}

const idsOf = ({ task, id }: Awaited<ReturnType<typeof running>>) => ({
  executionId: id,
  taskId: task.id,
  environmentId: task.environment,
  workspaceId: task.workspace,
});

test('events.task-runs.started', async () => {
  const run = await running();
  const { engine, lease, task } = run;
  const event = await assertRaisesOne(STARTED, () => engine.start(lease));
  const { startedAt, ...data } = parts(event).data;
  assert.deepEqual(data, { ...idsOf(run), engineId: engine.id });
  assert.ok(Date.parse(startedAt) >= REPORTED_AT, 'not before the claim, by the clock of the database');
  const { type: _type, data: _data, ...about } = event;
  assert.deepEqual(about, { tenant, space: task.workspace, resource: task.id, owner: me, actor: null });
  await assertRaises([], () => engine.start(lease));
  await assertRaises([], () => Promise.all([engine.start(lease), engine.start(lease)]));
  await assertRaises(ENDED, () => engine.finish(lease));

  const late = await running();
  await assertRaises(FULL, () => late.engine.finish(late.lease, { startedAt: REPORTED_AT }));
  const twice = await running();
  await assertRaises([STARTED], () => Promise.all([1, 2, 3, 4].map(() => twice.engine.start(twice.lease))));
  const outdated = await running();
  await assertRaises([], () => outdated.engine.start({ ...outdated.lease, fence: 99 }));
});

test('events.task-runs.finished', async () => {
  const run = await running();
  await run.engine.start(run.lease);
  const [finished] = await assertRaises(ENDED, () =>
    run.engine.finish(run.lease, {
      outcome: 'EXECUTION_FAILED',
      processedRows: 7,
      rejectedRows: 1,
      errorType: 'EXIT_CODE',
      errorMessage: 'It ended with the exit code 1.',
    }),
  );
  assert.ok(finished);
  const { startedAt, finishedAt, ...data } = parts(finished).data;
  assert.deepEqual(data, {
    ...idsOf(run),
    status: 'error',
    executionStatus: 'EXECUTION_FAILED',
    processedRows: 7,
    rejectedRows: 1,
    errorType: 'EXIT_CODE',
    errorMessage: 'It ended with the exit code 1.',
    attempt: 1,
  });
  const { body } = await call('GET /processing/executions/{executionId}', { path: { executionId: run.id } });
  assert.deepEqual([startedAt, finishedAt], [body.startTimestamp, body.finishTimestamp], 'the times of the record');
  await assertRaises([], () => run.engine.finish(run.lease));

  const good = await running();
  await good.engine.start(good.lease);
  const [ok] = await assertRaises(ENDED, () => good.engine.finish(good.lease));
  assert.deepEqual([ok?.data.status, ok?.data.executionStatus], ['ok', 'EXECUTION_SUCCESS']);
});

test('events.task-runs.finished: every way in which a run ends raises it', async () => {
  const task = await make.task();
  const waiting = await startTask(task.id);
  const [ended] = await assertRaises(ENDED, () => call('DELETE /processing/executions/{executionId}', { path: { executionId: waiting } }));
  assert.deepEqual([ended?.data.status, ended?.data.executionStatus], ['error', 'EXECUTION_TERMINATED']);

  const lost = await running();
  await lost.engine.start(lost.lease);
  await db.writer.rows(sql`update live_execution set lease_expires_at = now() - interval '1 second' where execution_id = ${lost.id}`);
  await db.writer.rows(sql`update api_presence set since = now() - interval '1 day', seen_at = now()`);
  const [expired] = await assertRaises(ENDED, () => runTimer(platform, 'expire-leases'));
  assert.equal(expired?.data.errorType, 'ENGINE_LOST');

  const returned = await running();
  await db.writer.rows(sql`update live_execution set returns = 99 where execution_id = ${returned.id}`);
  const back = { executionId: returned.id, fence: returned.lease.fence, errorType: 'SPAWN', errorMessage: 'No memory.' };
  const [failed] = await assertRaises(ENDED, () => returned.engine.report({ returns: [back] }));
  assert.deepEqual([failed?.data.executionStatus, failed?.data.errorMessage], ['DEPLOY_FAILED', 'No memory.']);

  const unanswered = await make.task();
  const engine = await standInEngine(server, unanswered.environment);
  const id = await startTask(unanswered.id);
  const claim = { incarnation: crypto.randomUUID(), number: 1 };
  await engine.claim(claim);
  await call('DELETE /processing/executions/{executionId}', { path: { executionId: id } });
  await assertRaises(ENDED, () => engine.claim({ ...claim, number: 2, unanswered: [1] }));

  const killed = await make.task();
  const other = await standInEngine(server, killed.environment);
  await startTask(killed.id);
  await other.claim(claim);
  await assertRaises(ENDED, () => other.claim({ incarnation: crypto.randomUUID(), number: 1, gone: [claim.incarnation] }));
});

test('events.task-runs.misfired', async () => {
  const task = await make.task();
  const id = await startTask(task.id);
  await db.writer.rows(sql`update live_execution set accepted_at = now() - interval '1 year' where execution_id = ${id}`);
  await db.writer.rows(sql`update api_presence set since = now() - interval '2 years', seen_at = now()`);
  const [misfired, finished] = await assertRaises(['task.run.misfired', ...ENDED], () => runTimer(platform, 'end-unavailable'));
  assert.ok(misfired);
  assert.equal(misfired.data.reason, 'UNKNOWN');
  assert.match(misfired.data.errorMessage, /No engine of the environment was available/);
  assert.equal(finished?.data.executionStatus, 'DEPLOY_FAILED');

  const busy = await make.task({ parallelExecutionAllowed: false });
  const engine = await standInEngine(server, busy.environment);
  await startTask(busy.id);
  await engine.claimOne();
  const second = await startTask(busy.id);
  await db.writer.rows(sql`update live_execution set attempts = 99 where execution_id = ${second}`);
  const [late] = await assertRaises(['task.run.misfired', ...ENDED], () => engine.claim());
  assert.equal(late?.data.reason, 'MAX_DEPLOYMENT_ATTEMPTS_REACHED');

  const often = await make.task();
  for (let number = 0; number < 50; number += 1) await startTask(often.id);
  const [tooMany] = await assertRaises(['task.run.misfired', ...ENDED], () => startTask(often.id));
  assert.equal(tooMany?.data.reason, 'MAX_PARALLEL_TASKS_LIMIT_REACHED');
});

test('events.app-reloads.finished', async () => {
  const run = await running();
  await run.engine.start(run.lease);
  const [, reload] = await assertRaises(ENDED, () => run.engine.finish(run.lease, { outcome: 'EXECUTION_FAILED', errorMessage: 'No.' }));
  assert.ok(reload);
  const { appId, name, endTime: _end, duration, ...data } = reload.data;
  assert.deepEqual(data, { reloadId: run.id, status: 'error', errors: ['No.'], warnings: [] });
  assert.equal(reload.resource, appId);
  assert.ok(duration >= 0 && name.length > 0);

  const route = await running();
  await db.writer.rows(sql`
    update artifact
    set type = 'route'
    where id = (select artifact_id from task_execution where id = ${route.id})`);
  await route.engine.start(route.lease);
  await assertRaisesOne('task.run.finished', () => route.engine.finish(route.lease));
});

test('events.outbox.change', async () => {
  const task = await make.task();
  await newEvents();
  const raisesNothing = async (status: number, route: string, sent: Sent): Promise<void> => {
    const answer = await call(route, sent);
    assert.equal(answer.status, status, JSON.stringify(answer.body));
    assert.deepEqual(await newEvents(), [], route);
  };
  const CREATE = 'POST /account/roles';
  await raisesNothing(400, CREATE, { body: { name: '' } });
  await call(CREATE, { body: { name: 'Taken once' } });
  assert.equal((await newEvents()).length, 1);
  await raisesNothing(409, CREATE, { body: { name: 'Taken once' } });
  await raisesNothing(404, 'DELETE /account/roles/{id}', { path: { id: crypto.randomUUID() } });
  const { token } = await make.user();
  await raisesNothing(403, 'DELETE /orchestration/executables/tasks/{taskId}', { path: { taskId: task.id }, token });
  const change = db.transaction(async (tx) => {
    await insertRole(tx, { id: me }, { id: newId(), tenant, name: 'Undone', builtIn: false, permissions: [] });
    throw new Error('undone');
  });
  await assert.rejects(change, /undone/);
  assert.deepEqual(await newEvents(), [], 'a transaction that is rolled back');
});

test('events.outbox.subscribed', async () => {
  await end();
  const before = await count('outbox_event', 'event');
  const run = await running();
  await run.engine.start(run.lease);
  await run.engine.finish(run.lease);
  await call('POST /account/roles', { body: { name: 'Unsubscribed' } });
  assert.deepEqual(await count('outbox_event', 'event'), before, 'without a subscription');

  const some = await watchEvents(server, ['com.service.v1.task.run.finished']);
  const second = await running();
  await second.engine.start(second.lease);
  await some.assertRaises(['task.run.finished'], () => second.engine.finish(second.lease));
  await some.end();
});
