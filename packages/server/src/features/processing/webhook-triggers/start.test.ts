import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../core/database/sql.ts';
import { standInEngine } from '../../../../test/support/engine.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { RECEIVING, webhookTriggersOf } from '../../../../test/support/webhook-triggers.ts';

const server = await startTestServer();
const { call, make, platform } = server;
const hooks = webhookTriggersOf(server);

test('webhook-triggers.start.payload', async () => {
  const task = await hooks.task({ parameters: { resource_webhook_payload: 'of the task', kept: 'yes' } });
  const engine = await standInEngine(server, task.environment);
  const path = await hooks.set(task);
  const executionId = await hooks.callAccepted(path, { type: 'text/xml', text: '<a b="c"/>' });
  const { executionId: claimed, parameters } = await engine.claimOne();
  assert.equal(claimed, executionId);
  assert.deepEqual(parameters, { kept: 'yes', resource_webhook_payload: '[{"type":"text/xml","data":"<a b=\\"c\\"/>"}]' });
});

test('webhook-triggers.start.run-as', async () => {
  const task = await hooks.task();
  const runner = await make.user({ rights: { [task.workspace]: ['EXECUTE'] } });
  const path = await hooks.set(task, { runAsUser: runner.login, executionTimeout: 7 });
  await hooks.callAccepted(path);
  await hooks.set(task, { runAsUser: 'admin', triggerCalls: 2 });
  await hooks.callAccepted(path);
  await hooks.callAccepted(path);
  assert.deepEqual(
    (await hooks.executions(task)).map((execution) => [execution.account_id, execution.timeout_minutes, execution.type]),
    [
      [runner.id, 7, 'WEBHOOK'],
      [await make.administrator(), null, 'WEBHOOK'],
    ],
  );
});

const misfires = async (task: Awaited<ReturnType<typeof hooks.task>>, path: string, reason: string, message: RegExp) => {
  const executionId = await hooks.callAccepted(path, { text: reason });
  const execution = (await hooks.executions(task)).find(({ id }) => id === executionId);
  assert.deepEqual([execution?.outcome, execution?.misfired_reason, execution?.items[0]?.data], ['DEPLOY_FAILED', reason, reason]);
  assert.match(execution?.error_message ?? '', message);
};

test('task-executions.start.misfire: a call of a paused task', async () => {
  const paused = await hooks.task();
  const path = await hooks.set(paused);
  const pause = (on: boolean) =>
    call('PUT /orchestration/executables/tasks/{taskId}/pause', { path: { taskId: paused.id }, body: { pause: on } });
  await pause(true);
  await misfires(paused, path, 'TASK_IS_PAUSED', /paused/);
  await pause(false);
  await hooks.callAccepted(path);
  assert.equal((await hooks.executions(paused)).at(-1)?.outcome, null, 'the resumed task starts');
});

test('webhook-triggers.start.misfire', async () => {
  const incomplete = await hooks.task({ artifactParameters: [...RECEIVING.artifactParameters, { name: 'city', required: true }] });
  await misfires(incomplete, await hooks.set(incomplete), 'UNKNOWN', /city/);
  const typed = [...RECEIVING.artifactParameters, { name: 'limit', type: 'int', required: false }];
  const mistyped = await hooks.task({ artifactParameters: typed, parameters: { limit: 'many' } });
  await misfires(mistyped, await hooks.set(mistyped), 'UNKNOWN', /limit \(int\) must be a whole number/);

  const task = await hooks.task();
  const runner = await make.user({ rights: { [task.workspace]: ['EXECUTE'] } });
  const own = await hooks.set(task, { runAsUser: runner.login });
  await platform.db.writer.rows(sql`update account set active = false where id = ${runner.id}`);
  await misfires(task, own, 'UNKNOWN', new RegExp(`'${runner.login}'.*EXECUTE`));
  await platform.db.writer.rows(sql`update account set active = true where id = ${runner.id}`);
  await platform.db.writer.rows(sql`update workspace_right set name = 'AUTHOR' where account_id = ${runner.id}`);
  await misfires(task, own, 'UNKNOWN', /may not run/);

  const bare = await hooks.task({ configured: false });
  const body = { trigger: { type: 'WEBHOOK', webhook: { name: 'hook' } } };
  const set = await call('PUT /orchestration/executables/tasks/{taskId}/de-run-config', { path: { taskId: bare.id }, body });
  await misfires(bare, set.body.trigger.webhook.url.slice(server.url.length), 'UNKNOWN', /run configuration/);
});
