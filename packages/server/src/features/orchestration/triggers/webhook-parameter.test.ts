import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { RECEIVING } from '../../../../test/support/webhook-triggers.ts';

const ROUTE = 'PUT /orchestration/executables/tasks/{taskId}/run-config';
const server = await startTestServer();
const { call, make } = server;
const workspace = await make.workspace({ environment: await make.environment({ name: 'Prod_1' }) });
const bodyOf = (webhook: object) => ({ trigger: { type: 'WEBHOOK', webhook }, runtime: { type: 'CLOUD' } });

test('triggers.webhook.parameter', async () => {
  for (const artifactParameters of [[], [{ name: 'resource_webhook_payloads' }, { name: 'payload', value: 'resource_webhook_payload' }]]) {
    const withoutParameter = await make.task({ workspace: workspace.id, artifactParameters });
    const sent = { path: { taskId: withoutParameter.id }, body: bodyOf({ name: 'orders' }) };
    const { body } = await leavesNothing(server, ROUTE, sent, 400, 'payload_parameter_missing', 'webhook_trigger', 'task_run_config');
    assert.match(body.message, /resource_webhook_payload/);
  }
  const required = await make.task({ workspace: workspace.id, artifactParameters: [{ name: 'resource_webhook_payload', required: true }] });
  const { status } = await call(ROUTE, { path: { taskId: required.id }, body: bodyOf({ name: 'orders' }) });
  assert.equal(status, 200);
});

test('triggers.webhook.parameter: of a plan', async () => {
  const withoutParameter = () => make.task({ workspace: workspace.id });
  const receiving = () => make.task({ ...RECEIVING, workspace: workspace.id });
  const planOf = async (...steps: { id: string }[][]): Promise<string> =>
    (await make.plan({ workspace: workspace.id, steps: steps.map((step) => step.map(({ id }) => id)) })).id;
  const put = (planId: string) => ({ path: { planId }, body: { trigger: { type: 'WEBHOOK', webhook: { name: 'orders' } } } });
  const route = 'PUT /orchestration/executables/plans/{planId}/run-config';
  const missing = await planOf([await withoutParameter()], [await receiving()]);
  await leavesNothing(server, route, put(missing), 400, 'payload_parameter_missing', 'webhook_trigger');
  const twice = await planOf([await receiving(), await receiving(), await withoutParameter()]);
  const { body } = await leavesNothing(server, route, put(twice), 400, 'payload_parameter_twice', 'webhook_trigger');
  assert.match(body.message, /'Task \d+' and 'Task \d+'/);
  const once = await planOf([await withoutParameter(), await receiving()], [await receiving()]);
  assert.equal((await call(route, put(once))).status, 200);
});
