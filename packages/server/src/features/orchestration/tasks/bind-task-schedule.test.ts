import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PERMISSIONS } from '@millrace/contract';
import { newId } from '../../../core/base/id.ts';
import { boundSchedule } from '../../../../test/support/bind.ts';
import { requiresOneOf, assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { RECEIVING } from '../../../../test/support/webhook-triggers.ts';

const ROUTE = 'PUT /orchestration/executables/tasks/{taskId}/schedule';
const server = await startTestServer();
const { call, make } = server;

const bind = (taskId: string, scheduleId: string, token?: string) =>
  call(ROUTE, { path: { taskId }, body: { scheduleId }, ...(token !== undefined && { token }) });
const boundTo = async (scheduleId: string): Promise<string | undefined> =>
  (await call('GET /orchestration/schedules/{scheduleId}', { path: { scheduleId } })).body.executableId;
const configure = async (taskId: string, trigger: object) => {
  const body = { trigger, runtime: { type: 'CLOUD' }, parallelExecutionAllowed: true, logLevel: 'INFO', timeout: 7 };
  const answer = await call('PUT /orchestration/executables/tasks/{taskId}/run-config', { path: { taskId }, body });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body;
};
const runConfig = async (taskId: string) =>
  (await call('GET /orchestration/executables/tasks/{taskId}/run-config', { path: { taskId } })).body;

test('triggers.bind.replaces', async () => {
  const workspace = await make.workspace({ environment: await make.environment({ name: 'bind' }) });
  for (const trigger of [
    { type: 'CRON', cronExpression: '0 6 * * ?' },
    { type: 'WEBHOOK', webhook: { name: 'hook' } },
  ]) {
    const task = await make.task({ ...RECEIVING, workspace: workspace.id });
    const before = await configure(task.id, trigger);
    const { id } = await boundSchedule(server, task);
    assert.deepEqual(await runConfig(task.id), { ...before, trigger: { type: 'MULTIPLE' } }, 'the rest stays');
    assert.equal(await boundTo(id), task.id);
    await call('DELETE /orchestration/executables/tasks/{taskId}/schedule', { path: { taskId: task.id } });
    assert.deepEqual((await runConfig(task.id)).trigger, { type: 'MANUAL' }, 'the former trigger is not restored');
  }
});

test('schedules.bind.once', async () => {
  const task = await make.task();
  const other = await make.task({ workspace: task.workspace });
  const { id } = await boundSchedule(server, task);
  const refused = { path: { taskId: other.id }, body: { scheduleId: id } };
  await leavesNothing(server, ROUTE, refused, 403, 'schedule_in_use', 'schedule', 'time_trigger');
  assert.equal((await bind(task.id, id)).status, 200, 'the same schedule again');
  assert.equal(await boundTo(id), task.id);
});

test('schedules.bind.once: only one of several requests at the same time succeeds', async () => {
  for (let round = 0; round < 5; round += 1) {
    const tasks = [await make.task()];
    for (let number = 1; number < 4; number += 1) tasks.push(await make.task({ workspace: tasks[0]?.workspace ?? '' }));
    const { id } = await make.schedule({ environment: tasks[0]?.environment ?? '' });
    const statuses = await Promise.all(tasks.map(async (task) => (await bind(task.id, id)).status));
    assert.deepEqual(statuses.toSorted(), [200, 403, 403, 403]);
    assert.equal(await boundTo(id), tasks[statuses.indexOf(200)]?.id);
  }
});

test('schedules.bind.replaces', async () => {
  const task = await make.task();
  const first = await boundSchedule(server, task);
  const second = await boundSchedule(server, task);
  assert.deepEqual([await boundTo(first.id), await boundTo(second.id)], [undefined, task.id]);

  const [third, fourth] = [await make.schedule({ environment: task.environment }), await make.schedule({ environment: task.environment })];
  const answers = await Promise.all([third, fourth].map(({ id }) => bind(task.id, id)));
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200],
  );
  const bound = await Promise.all([first, second, third, fourth].map(({ id }) => boundTo(id)));
  assert.deepEqual(bound.filter(Boolean), [task.id], 'a task has one schedule');
});

test('tasks.schedule.environment', async () => {
  const task = await make.task();
  const path = { taskId: task.id };
  const elsewhere = await make.schedule();
  const tenant = await make.otherTenant();
  const foreign = await make.schedule({ environment: await make.environment({ tenant }) });
  for (const scheduleId of [elsewhere.id, foreign.id, newId()])
    await leavesNothing(server, ROUTE, { path, body: { scheduleId } }, 404, 'not_found', 'schedule');
  assertRefused(await bind(task.id, 'first'), 400, 'malformed_request');
  assertRefused(await call(ROUTE, { path, body: {} }), 400, 'malformed_request');
  assertRefused(await bind(newId(), elsewhere.id), 404, 'not_found');

  const hidden = await make.task({ workspace: (await make.workspace({ environment: task.environment })).id });
  const { id } = await boundSchedule(server, hidden);
  const { token } = await make.user({ permissions: PERMISSIONS, rights: { [task.workspace]: ['EXECUTE'] } });
  assertRefused(await bind(task.id, id, token), 404, 'not_found');
});

test('tasks.schedule.right', async () => {
  const task = await make.task();
  const { id } = await make.schedule({ environment: task.environment });
  const needs = { workspace: task.workspace, permission: 'SVC_OPERATOR', right: 'EXECUTE' } as const;
  await requiresOneOf(server, needs, (token) => call(ROUTE, { token, path: { taskId: task.id }, body: { scheduleId: id } }), 200);
});

test('a task without a run configuration and a paused task may have a schedule', async () => {
  const bare = await make.task({ configured: false });
  await boundSchedule(server, bare);
  const config = await call('GET /orchestration/executables/tasks/{taskId}/run-config', { path: { taskId: bare.id } });
  assert.deepEqual(config.body.trigger, { type: 'MULTIPLE' });
  const paused = await make.task();
  await call('PUT /orchestration/executables/tasks/{taskId}/pause', { path: { taskId: paused.id }, body: { pause: true } });
  await boundSchedule(server, paused);
});

test('when a schedule is bound and deleted at the same time, one of the requests is refused', async () => {
  for (let round = 0; round < 5; round += 1) {
    const task = await make.task();
    const { id } = await make.schedule({ environment: task.environment });
    const [bound, removed] = await Promise.all([
      bind(task.id, id),
      call('DELETE /orchestration/schedules/{scheduleId}', { path: { scheduleId: id } }),
    ]);
    assert.ok(
      (bound.status === 200 && removed.status === 409) || (bound.status === 404 && removed.status === 204),
      `${bound.status} ${removed.status}`,
    );
  }
});
