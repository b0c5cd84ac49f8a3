import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../core/database/sql.ts';
import { runTimer } from '../../../../test/support/background.ts';
import { createStage } from '../../../../test/support/plan-runs.ts';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { RECEIVING, secretIn, webhookTriggersOf } from '../../../../test/support/webhook-triggers.ts';

const server = await startTestServer({ MILLRACE_ROLE: 'api' });
const { call, make, platform } = server;
const hooks = webhookTriggersOf(server);
const PAYLOAD = 'resource_webhook_payload';
let number = 0;

/** Creates a plan with a webhook; its first step has a task that receives payloads and a task that does not. */
async function createPlan(webhook: object = {}, artifactType = 'standard') {
  const stage = await createStage(server);
  const { workspace } = stage;
  await platform.db.writer.rows(sql`update environment set name = ${`plans_${(number += 1)}`} where id = ${workspace.environment}`);
  const receiving = (await make.task({ ...RECEIVING, artifactType, workspace: workspace.id })).id;
  const second = (await make.task({ ...RECEIVING, workspace: workspace.id })).id;
  const [plain = ''] = await stage.tasks(1);
  const plan = await stage.plan([{ tasks: [plain, receiving] }, { tasks: [second] }]);
  const set = async (more: object): Promise<string> => {
    const body = { trigger: { type: 'WEBHOOK', webhook: { name: 'hook', ...more } }, parallelExecutionAllowed: true };
    const answer = await call('PUT /orchestration/executables/plans/{planId}/run-config', { path: { planId: plan }, body });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body.trigger.webhook.url.slice(server.url.length);
  };
  return { stage, plan, receiving, second, plain, set, path: await set(webhook) };
}

const closeAll = async (): Promise<void> => {
  await hooks.endWindows();
  await runTimer(platform, 'close-windows');
};

test('webhook-triggers.start.plan', async () => {
  const { stage, plan, receiving, second, plain, path } = await createPlan();
  const id = await hooks.callAccepted(path, { type: 'text/xml', text: '<a/>' });
  const { planId, executionType, executionStatus } = await stage.read(id);
  assert.deepEqual([planId, executionType, executionStatus], [plan, 'WEBHOOK', 'STARTED']);
  const payload = '[{"type":"text/xml","data":"<a/>"}]';
  const first = await stage.claimAll();
  const received = Object.fromEntries(first.map(({ taskId, parameters }) => [taskId, parameters]));
  assert.deepEqual(received, { [receiving]: { [PAYLOAD]: payload }, [plain]: {} });
  await stage.finish(first, { [receiving]: 'EXECUTION_FAILED' });
  assert.equal(await stage.status(id), 'EXECUTION_FAILED');

  const [step] = await stage.steps(id);
  await stage.start(plan, { executionPlanId: id, stepId: step.executionId, rerunOnlyFailedTasks: true });
  const again = await stage.claimAll();
  assert.deepEqual(
    again.map(({ taskId, parameters }) => [taskId, parameters]),
    [[receiving, { [PAYLOAD]: payload }]],
  );
  await stage.finish(again);
  const [last] = await stage.claimAll();
  assert.deepEqual([last?.taskId, last?.parameters], [second, {}], 'only tasks of the first step get the payload');
});

test('webhook-triggers.start.plan: grouped calls start the plan once', async () => {
  const { stage, receiving, path } = await createPlan({ triggerCalls: 3, triggerTimeout: 30_000 });
  const itemsOf = async (): Promise<string[]> => {
    const claimed = (await stage.claimAll()).find(({ taskId }) => taskId === receiving);
    return JSON.parse(claimed?.parameters[PAYLOAD] ?? '[]').map(({ data }: { data: string }) => data);
  };
  const ids = await Promise.all(['a', 'b', 'c'].map((text) => hooks.callAccepted(path, { text })));
  assert.equal(new Set(ids).size, 1);
  assert.equal(await stage.status(ids[0] ?? ''), 'STARTED', 'a full window starts the plan at once');
  assert.deepEqual((await itemsOf()).toSorted(), ['a', 'b', 'c']);
  const id = await hooks.callAccepted(path, { text: 'd' });
  assert.equal((await stage.read(id)).status, 404);
  await hooks.endWindows();
  await Promise.all([runTimer(platform, 'close-windows'), runTimer(platform, 'close-windows')]);
  assert.equal(await stage.status(id), 'STARTED');
  assert.deepEqual(await itemsOf(), ['d']);
});

test('webhook-triggers.start.misfire: a plan', async () => {
  const { stage, plan, plain, second, receiving, path, set } = await createPlan();
  const misfires = async (reason: string, message: RegExp): Promise<void> => {
    const execution = await stage.read(await hooks.callAccepted(path));
    assert.deepEqual([execution.executionStatus, execution.misfiredExecutionReason], ['EXECUTION_MISFIRED', reason]);
    assert.match(execution.errorMessage, message);
  };
  const pause = (on: boolean) =>
    call('PUT /orchestration/executables/plans/{planId}/pause', { path: { planId: plan }, body: { pause: on } });
  await pause(true);
  await misfires('PLAN_EXECUTIONS_PAUSED', /paused/);
  await pause(false);

  const runner = await make.user({ rights: { [stage.workspace.id]: ['EXECUTE'] } });
  await set({ runAsUser: runner.login });
  const right = (name: string) => platform.db.writer.rows(sql`update workspace_right set name = ${name} where account_id = ${runner.id}`);
  await right('VIEW');
  await misfires('UNKNOWN', new RegExp(`'${runner.login}'.*EXECUTE`));
  await right('EXECUTE');

  const change = (tasks: string[]) =>
    call('PUT /orchestration/executables/plans/{planId}', {
      path: { planId: plan },
      body: stage.planBody([{ tasks }, { tasks: [second] }]),
    });
  assert.equal((await change([plain])).status, 200);
  await misfires('UNKNOWN', /first step/);
  assert.equal((await change([plain, receiving])).status, 200);
  const id = await hooks.callAccepted(path);
  assert.deepEqual([await stage.status(id), (await stage.read(id)).userId], ['STARTED', runner.id]);
});

test('webhook-triggers.call.big-data: a plan', async () => {
  const { path } = await createPlan({}, 'big_data_batch');
  const send = (text: string) => call('POST /webhooks/triggers/{secret}', { token: undefined, path: secretIn(path), text });
  assertRefused(await send('x'.repeat(5121)), 413, 'too_large');
  assert.equal((await send('x'.repeat(5120))).status, 202);
});

test('webhook-triggers.group.deleted: a plan', async () => {
  const { stage, plan, path } = await createPlan({ triggerTimeout: 30_000 });
  const remove = () => call('DELETE /orchestration/executables/plans/{planId}', { path: { planId: plan } });
  const id = await hooks.callAccepted(path);
  assertRefused(await remove(), 409, 'plan_running');
  assert.equal((await stage.read(id)).status, 404, 'a refusal starts nothing');
  await closeAll();
  assert.equal(await stage.status(id), 'STARTED');
  await stage.drain();
  const last = await hooks.callAccepted(path);
  await call('PUT /orchestration/executables/plans/{planId}/pause', { path: { planId: plan }, body: { pause: true } });
  assert.equal((await remove()).status, 204);
  assert.equal(await stage.status(last), 'EXECUTION_MISFIRED', 'the misfire leaves a record');
  assert.deepEqual(await server.count('webhook_window', 'webhook_call'), { webhook_window: 0, webhook_call: 0 });
});

test('calls during the deletion of a plan are refused with 404 or kept', async () => {
  const { plan, path } = await createPlan({ triggerCalls: 2, triggerTimeout: 30_000 });
  const texts = Array.from({ length: 20 }, (_, index) => String(index));
  const [answers] = await Promise.all([
    Promise.all(texts.map((text) => hooks.deliver(path, { text }))),
    call('DELETE /orchestration/executables/plans/{planId}', { path: { planId: plan } }),
    closeAll(),
  ]);
  await closeAll();
  assert.deepEqual(new Set([...answers.map(({ status }) => status), 202, 404]), new Set([202, 404]));
  const kept = new Set(answers.flatMap(({ status, body }) => (status === 202 ? [body.executionId] : [])));
  const rows = await platform.db.reader.rows<{ id: string }>(sql`select id from plan_execution where plan_id = ${plan}`);
  assert.deepEqual(new Set(rows.map(({ id }) => id)), kept);
});

test('webhook-triggers.start.run-as: the timeout of the webhook holds for all tasks of the plan', async () => {
  const { stage, second, path } = await createPlan({ executionTimeout: 9 });
  await hooks.callAccepted(path, { type: 'text/plain', text: 'x' });
  const first = await stage.claimAll();
  assert.deepEqual(
    first.map(({ timeoutMinutes }) => timeoutMinutes),
    [9, 9],
  );
  await stage.finish(first);
  const last = await stage.claimAll();
  assert.deepEqual(
    last.map(({ taskId, timeoutMinutes }) => [taskId, timeoutMinutes]),
    [[second, 9]],
  );
});
