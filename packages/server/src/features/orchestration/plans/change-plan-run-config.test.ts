import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { boundToPlan } from '../../../../test/support/bind.ts';
import { requiresOneOf, assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { RECEIVING } from '../../../../test/support/webhook-triggers.ts';

const ROUTE = 'PUT /orchestration/executables/plans/{planId}/run-config';
const server = await startTestServer();
const { call, make } = server;
const workspace = await make.workspace({ environment: await make.environment({ name: 'plans' }) });

const MANUAL = { trigger: { type: 'MANUAL' } };
const CRON = { type: 'CRON', cronExpression: '0 6 ? * MON-FRI', timeZone: 'Europe/Paris' };
const receiving = await make.task({ ...RECEIVING, workspace: workspace.id });
const plan = await make.plan({ workspace: workspace.id, steps: [[receiving.id]] });
const path = { planId: plan.id };
const change = (changes: object = {}) => call(ROUTE, { path, body: { ...MANUAL, ...changes } });
const read = async () => (await call(ROUTE.replace('PUT', 'GET'), { path })).body;
const refuses = async (changes: object, code: string): Promise<void> => {
  const before = await read();
  const sent = { path, body: { ...MANUAL, ...changes } };
  await leavesNothing(server, ROUTE, sent, 400, code, 'plan_run_config', 'time_trigger', 'webhook_trigger');
  assert.deepEqual(await read(), before);
};

test('plans.run-config.missing', async () => {
  assertRefused(await call(ROUTE.replace('PUT', 'GET'), { path }), 404, 'not_found');
  assertRefused(await call(ROUTE.replace('PUT', 'GET'), { path: { planId: newId() } }), 404, 'not_found');
  assertRefused(await call(ROUTE, { path: { planId: newId() }, body: MANUAL }), 404, 'not_found');
});

test('plans.run-config.parallel', async () => {
  assert.deepEqual((await change()).body, { ...MANUAL, parallelExecutionAllowed: false });
  assert.deepEqual((await change({ parallelExecutionAllowed: true })).body, { ...MANUAL, parallelExecutionAllowed: true });
  assert.equal((await read()).parallelExecutionAllowed, true);
  await change();
  assert.equal((await read()).parallelExecutionAllowed, false);
});

test('plans.run-config.kept', async () => {
  const runtime = { type: 'REMOTE_ENGINE', id: 'any' };
  const trigger = { type: 'MANUAL', startDate: '2026-01-31', timeZone: 'Europe/Paris' };
  const { body } = await change({ runtime, trigger });
  assert.deepEqual(body, { trigger, runtime, parallelExecutionAllowed: false });
  assert.deepEqual(await read(), body);
  assert.deepEqual((await change()).body, { ...MANUAL, parallelExecutionAllowed: false });
});

test('plans.run-config.extras', async () => {
  const { status, body } = await change({ logLevel: 'LOUD' });
  assert.deepEqual([status, body], [200, { ...MANUAL, parallelExecutionAllowed: false }]);
  await refuses({ timeout: 5 }, 'malformed_request');
});

test('triggers.get.type: of a plan', async () => {
  assert.deepEqual((await change({ trigger: CRON })).body.trigger, CRON);
  assert.deepEqual((await read()).trigger, CRON);
  const { webhook } = (await change({ trigger: { type: 'WEBHOOK', webhook: { name: 'hook' } } })).body.trigger;
  assert.match(webhook.url, /\/webhooks\/triggers\/mrw_/);
  assert.equal((await change({ trigger: { type: 'WEBHOOK', webhook: { name: 'renamed' } } })).body.trigger.webhook.url, webhook.url);
  assert.deepEqual((await change()).body.trigger, MANUAL.trigger);
});

test('triggers.set.bound: of a plan', async () => {
  const other = await make.plan({ workspace: workspace.id });
  const { id } = await boundToPlan(server, other.id, { environment: workspace.environment });
  const put = (trigger: object) => call(ROUTE, { path: { planId: other.id }, body: { trigger } });
  for (const trigger of [CRON, MANUAL.trigger]) assertRefused(await put(trigger), 400, 'schedule_bound');
  assert.deepEqual((await put({ type: 'MULTIPLE' })).body.trigger, { type: 'MULTIPLE' });
  const schedule = await call('GET /orchestration/executables/plans/{planId}/schedule', { path: { planId: other.id } });
  assert.equal(schedule.body.id, id);
});

test('an invalid trigger is refused', async () => {
  for (const [trigger, code] of [
    [{ type: 'ONCE' }, 'trigger_invalid'],
    [{ type: 'CRON', cronExpression: '* * * * ?' }, 'triggers_too_close'],
    [{ type: 'CRON', cronExpression: 'soon' }, 'cron_malformed'],
    [{ type: 'WEBHOOK' }, 'trigger_invalid'],
    [{ type: 'MULTIPLE' }, 'schedule_missing'],
    [{ type: 'HOURLY' }, 'malformed_request'],
  ] as const)
    await refuses({ trigger }, code);
});

test('plans.run-config.stop', async () => {
  const remove = (planId: string) => call(ROUTE.replace('PUT', 'DELETE'), { path: { planId } });
  const before = await server.count('time_trigger');
  await change({ trigger: CRON, parallelExecutionAllowed: true });
  assert.equal((await remove(plan.id)).status, 204);
  assert.deepEqual(await read(), { ...MANUAL, parallelExecutionAllowed: true });
  assert.deepEqual(await server.count('time_trigger'), before);

  const { id } = await boundToPlan(server, plan.id, { environment: workspace.environment });
  assert.equal((await remove(plan.id)).status, 204);
  const { body } = await call('GET /orchestration/schedules/{scheduleId}', { path: { scheduleId: id } });
  assert.equal('executableId' in body, false, 'an orphan');
  assertRefused(await remove(newId()), 404, 'not_found');
});

test('plans.run-config.right', async () => {
  const needs = { workspace: workspace.id, permission: 'SVC_OPERATOR', right: 'EXECUTE' } as const;
  await requiresOneOf(server, needs, (token) => call(ROUTE, { token, path, body: MANUAL }), 200);
  await requiresOneOf(server, needs, (token) => call(ROUTE.replace('PUT', 'DELETE'), { token, path }), 204);
  const reading = { workspace: workspace.id, right: 'VIEW' } as const;
  await requiresOneOf(server, reading, (token) => call(ROUTE.replace('PUT', 'GET'), { token, path }), 200);
});
