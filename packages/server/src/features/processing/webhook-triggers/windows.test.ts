// run: own server because it sets MILLRACE_CALL_BYTES
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../core/database/sql.ts';
import { runTimer } from '../../../../test/support/background.ts';
import { boundSchedule } from '../../../../test/support/bind.ts';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { textsOf, webhookTriggersOf } from '../../../../test/support/webhook-triggers.ts';
import { closeWindows } from './windows.ts';

// Without timers, so that only the tests run them.
const server = await startTestServer({ MILLRACE_ROLE: 'api', MILLRACE_CALL_BYTES: '10000' });
const { call, make, platform } = server;
const { db } = platform;
const hooks = webhookTriggersOf(server);

const close = () => runTimer(platform, 'close-windows');
const closeAfterAll = async (): Promise<void> => {
  await hooks.endWindows();
  await close();
};
const countStored = () => server.count('webhook_window', 'webhook_call');
const NOTHING = { webhook_window: 0, webhook_call: 0 };

test('webhook-triggers.group.timeout', async () => {
  const task = await hooks.task();
  const path = await hooks.set(task, { triggerTimeout: 30_000 });
  const ids = [await hooks.callAccepted(path, { text: 'one' }), await hooks.callAccepted(path, { type: 'text/xml', text: 'two' })];
  assert.equal(new Set(ids).size, 1, 'both answers name the same execution');
  await close();
  assert.deepEqual(await hooks.executions(task), []);
  const { seconds } = await db.reader.only<{ seconds: number }>(sql`
    select extract(epoch from closes_at - opened_at)::int as seconds
    from webhook_window
    where id = ${ids[0]}`);
  assert.equal(seconds, 30);

  await hooks.endWindows();
  const next = await hooks.callAccepted(path, { text: 'three' });
  assert.notEqual(next, ids[0], 'a window whose time is over gets no further call, also before the timer has closed it');
  await close();
  const [first, ...others] = await hooks.executions(task);
  assert.deepEqual([first?.id, others.length], [ids[0], 0]);
  assert.deepEqual(first?.items, [
    { type: 'text/plain', data: 'one' },
    { type: 'text/xml', data: 'two' },
  ]);
  await closeAfterAll();
  assert.deepEqual(textsOf(await hooks.executions(task)), [['one', 'two'], ['three']]);
  assert.deepEqual(await countStored(), NOTHING);
});

test('webhook-triggers.group.calls', async () => {
  for (const webhook of [{ triggerCalls: 3 }, { triggerCalls: 3, triggerTimeout: 30_000 }]) {
    const task = await hooks.task();
    const path = await hooks.set(task, webhook);
    const ids: string[] = [];
    for (const text of ['1', '2']) ids.push(await hooks.callAccepted(path, { text }));
    assert.deepEqual(await hooks.executions(task), []);
    ids.push(await hooks.callAccepted(path, { text: '3' }));
    const [started] = await hooks.executions(task);
    assert.deepEqual(textsOf(started ? [started] : []), [['1', '2', '3']], 'the execution starts at once, without the timer');
    assert.deepEqual(new Set(ids), new Set([started?.id]));
    await hooks.callAccepted(path, { text: '4' });
    await closeAfterAll();
    assert.deepEqual(textsOf(await hooks.executions(task)), [['1', '2', '3'], ['4']]);
  }
});

test('webhook-triggers.group.bytes', async () => {
  const task = await hooks.task();
  const path = await hooks.set(task, { triggerTimeout: 30_000 });
  const large = 'x'.repeat(4000);
  const ids: string[] = [];
  for (const text of [large, large, 'é'.repeat(1001), large]) ids.push(await hooks.callAccepted(path, { text }));
  assert.deepEqual([new Set(ids).size, ids[0] === ids[1], ids[2] === ids[3]], [2, true, true]);
  await close();
  assert.deepEqual(
    (await hooks.executions(task)).map(({ id }) => id),
    [ids[0]],
    'a full window is due',
  );
  await closeAfterAll();
  assert.deepEqual(
    textsOf(await hooks.executions(task)).map((texts) => texts.map(({ length }) => length)),
    [
      [4000, 4000],
      [1001, 4000],
    ],
  );
});

test('webhook-triggers.group.order', async () => {
  const task = await hooks.task();
  const path = await hooks.set(task, { triggerTimeout: 30_000 });
  const texts = Array.from({ length: 30 }, (_, index) => String(index));
  for (const text of texts) await hooks.callAccepted(path, { text });
  await closeAfterAll();
  assert.deepEqual(textsOf(await hooks.executions(task)), [texts]);
});

test('simultaneous calls fill windows of the configured size, and each call is in one window', async () => {
  const task = await hooks.task();
  const path = await hooks.set(task, { triggerCalls: 7, triggerTimeout: 30_000 });
  const texts = Array.from({ length: 60 }, (_, index) => String(index));
  const ids = await Promise.all(texts.map((text) => hooks.callAccepted(path, { text })));
  await closeAfterAll();
  const executions = await hooks.executions(task);
  assert.deepEqual(
    executions.map(({ items }) => items.length).toSorted((a, b) => b - a),
    [7, 7, 7, 7, 7, 7, 7, 7, 4],
  );
  for (const { id, items } of executions)
    for (const { data } of items) assert.equal(ids[Number(data)], id, 'each answer names the execution that got the call');
  assert.deepEqual(textsOf(executions).flat().toSorted(), texts.toSorted());
});

test('webhook-triggers.group.once', async () => {
  const task = await hooks.task();
  const path = await hooks.set(task, { triggerTimeout: 30_000 });
  await hooks.callAccepted(path, { text: 'together' });
  await hooks.endWindows();
  await Promise.all(Array.from({ length: 5 }, close));
  assert.deepEqual(textsOf(await hooks.executions(task)), [['together']]);

  const id = await hooks.callAccepted(path, { text: 'kept' });
  await hooks.endWindows();
  const killed = db.transaction(async (tx) => {
    const { started } = await closeWindows(tx, { most: 10 });
    assert.deepEqual(started.ids, [id]);
    await close();
    assert.equal((await hooks.executions(task)).length, 1, 'another process skips a locked window');
    throw new Error('killed before the commit');
  });
  await assert.rejects(killed, /killed/);
  assert.equal((await hooks.executions(task)).length, 1);
  await close();
  await close();
  assert.deepEqual(textsOf(await hooks.executions(task)), [['together'], ['kept']]);
  assert.deepEqual(await countStored(), NOTHING);
});

test('no call is lost or doubled while windows close', async () => {
  const task = await hooks.task();
  const path = await hooks.set(task, { triggerCalls: 4, triggerTimeout: 30_000 });
  const texts = Array.from({ length: 40 }, (_, index) => String(index));
  const closeRepeatedly = async (): Promise<void> => {
    for (let turn = 0; turn < 10; turn += 1) await closeAfterAll();
  };
  const [ids] = await Promise.all([
    Promise.all(texts.map((text) => hooks.callAccepted(path, { text }))),
    closeRepeatedly(),
    closeRepeatedly(),
  ]);
  await closeAfterAll();
  const executions = await hooks.executions(task);
  assert.deepEqual(textsOf(executions).flat().toSorted(), texts.toSorted());
  for (const { id, items } of executions) for (const { data } of items) assert.equal(ids[Number(data)], id);
  assert.deepEqual(await countStored(), NOTHING);
});

test('webhook-triggers.group.kept', async () => {
  const changes = {
    removed: hooks.unset,
    ended: (task: Parameters<typeof hooks.unset>[0]) =>
      call('DELETE /orchestration/executables/tasks/{taskId}/run-config', { path: { taskId: task.id } }),
    scheduled: (task: Parameters<typeof hooks.unset>[0]) => boundSchedule(server, task),
    alone: (task: Parameters<typeof hooks.unset>[0]) => hooks.set(task, { triggerCalls: 1, executionTimeout: 1 }),
  };
  for (const [changeName, change] of Object.entries(changes)) {
    const task = await hooks.task();
    const path = await hooks.set(task, { triggerTimeout: 30_000, executionTimeout: 9 });
    await hooks.callAccepted(path, { text: changeName });
    await change(task);
    await close();
    assert.deepEqual(await hooks.executions(task), [], changeName);
    await closeAfterAll();
    const executions = await hooks.executions(task);
    assert.deepEqual(textsOf(executions), [[changeName]]);
    assert.deepEqual([executions[0]?.outcome, executions[0]?.timeout_minutes], [null, 9], changeName);
  }

  const task = await hooks.task();
  const path = await hooks.set(task, { triggerCalls: 5 });
  const id = await hooks.callAccepted(path, { text: 'by the old url' });
  assert.equal(await hooks.callAccepted(await hooks.set(task, { triggerCalls: 2, newUrl: true }), { text: 'by the new one' }), id);
  assert.deepEqual(textsOf(await hooks.executions(task)), [['by the old url', 'by the new one']], 'the smaller number counts');
});

test('webhook-triggers.group.kept: calls are kept when a start fails, and other windows do not wait for it', async () => {
  const [task, other] = [await hooks.task(), await hooks.task()];
  const path = await hooks.set(task, { triggerCalls: 2 });
  const id = await hooks.callAccepted(path, { text: 'one' });
  const clear = await hooks.obstruct(id, task);
  assert.equal(await hooks.callAccepted(path, { text: 'two' }), id, 'the call is kept although the start failed');
  await hooks.callAccepted(await hooks.set(other, { triggerTimeout: 30_000 }), { text: 'other' });
  await closeAfterAll();
  assert.deepEqual(textsOf(await hooks.executions(other)), [['other']]);
  await clear();
  await close();
  assert.deepEqual(await hooks.executions(task), [], 'the start is postponed');
  assert.notEqual(await hooks.callAccepted(path, { text: 'three' }), id);
  await closeAfterAll();
  assert.deepEqual(textsOf(await hooks.executions(task)).toSorted(), [['one', 'two'], ['three']]);
});

test('webhook-triggers.group.deleted', async () => {
  const route = 'DELETE /orchestration/executables/tasks/{taskId}';
  const task = await hooks.task();
  const executionId = await hooks.callAccepted(await hooks.set(task, { triggerTimeout: 30_000 }), { text: 'waits' });
  const before = await countStored();
  assertRefused(await call(route, { path: { taskId: task.id } }), 409, 'task_running');
  assert.deepEqual([await countStored(), await hooks.executions(task)], [before, []], 'a refusal changes nothing');
  assert.equal((await call(route, { path: { taskId: task.id }, query: { terminateExecutions: true } })).status, 204);
  assert.deepEqual(await countStored(), NOTHING);
  const [execution] = await hooks.executions(task);
  assert.deepEqual([execution?.id, execution?.outcome, execution?.items[0]?.data], [executionId, 'EXECUTION_TERMINATED', 'waits']);
  assert.equal((await call('GET /processing/executions/{executionId}', { path: { executionId } })).status, 200);
});

test('calls during the deletion of a task are refused with 404 or kept', async () => {
  const task = await hooks.task();
  const path = await hooks.set(task, { triggerCalls: 3, triggerTimeout: 30_000 });
  const texts = Array.from({ length: 20 }, (_, index) => String(index));
  const [answers, removed] = await Promise.all([
    Promise.all(texts.map((text) => hooks.deliver(path, { text }))),
    call('DELETE /orchestration/executables/tasks/{taskId}', { path: { taskId: task.id }, query: { terminateExecutions: true } }),
  ]);
  assert.equal(removed.status, 204);
  await closeAfterAll();
  assert.deepEqual(new Set([...answers.map(({ status }) => status), 202, 404]), new Set([202, 404]));
  const kept = texts.filter((_, index) => answers[index]?.status === 202);
  assert.deepEqual(
    textsOf(await hooks.executions(task))
      .flat()
      .toSorted(),
    kept.toSorted(),
  );
});

test('the deletion of a workspace deletes its windows', async () => {
  const workspace = await make.workspace({ environment: await make.environment({ name: 'gone' }) });
  const task = await hooks.task({ workspace: workspace.id });
  await hooks.callAccepted(await hooks.set(task, { triggerTimeout: 30_000 }));
  await db.writer.rows(sql`delete from workspace where id = ${workspace.id}`);
  assert.deepEqual(await countStored(), NOTHING);
});
