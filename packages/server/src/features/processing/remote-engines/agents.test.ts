import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assignTo, standInOperator } from '../../../../test/support/operator.ts';
import { assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const server = await startTestServer({ MILLRACE_ROLE: 'api' });
const { call, make } = server;

test('dynamic-engines.agent.hidden', async () => {
  const operator = await standInOperator(server);
  const environmentId = await make.dynamicEnvironment();
  await assignTo(server, environmentId, operator.id);
  const id = (await operator.desired()).environments[0]?.agent.engineId ?? '';
  const { body: listed } = await call('GET /processing/runtimes/remote-engines', { query: { query: `environment.id==${environmentId}` } });
  assert.deepEqual(listed, []);
  for (const [route, sent] of [
    ['GET /processing/runtimes/remote-engines/{id}', {}],
    ['DELETE /processing/runtimes/remote-engines/{id}', {}],
    ['DELETE /processing/runtimes/remote-engines/{id}/pairing', {}],
    ['PUT /processing/runtimes/remote-engines/{remoteEngineId}/debug', { body: { isDebugModeOn: true } }],
    [
      'POST /processing/runtimes/remote-engines/{engineId}/run-profiles',
      { body: { name: 'p', description: '', jvmArguments: [], type: 'JOB_SERVER', runtimeId: id } },
    ],
  ] as const)
    await leavesNothing(
      server,
      route,
      { ...sent, path: { id, remoteEngineId: id, engineId: id } },
      404,
      'not_found',
      'engine',
      'run_profile',
    );

  const { id: workspace } = await make.workspace({ environment: environmentId });
  const task = await make.task({ workspace });
  const body = { trigger: { type: 'MANUAL' }, runtime: { type: 'REMOTE_ENGINE', id } };
  assertRefused(
    await call('PUT /orchestration/executables/tasks/{taskId}/run-config', { path: { taskId: task.id }, body }),
    400,
    'engine_unknown',
  );
});

test('dynamic-engine-environments.engines.own', async () => {
  const environmentId = await make.dynamicEnvironment();
  const body = { name: 'Ordinary', environmentId };
  await leavesNothing(server, 'POST /processing/runtimes/remote-engines', { body }, 400, 'environment_is_dynamic', 'engine');
});

test('dynamic-engine-environments.engines.own: a promotion brings no engine', async () => {
  const workspace = await make.workspace({ name: 'Promoted' });
  const engine = await make.engine({ environment: workspace.environment });
  await make.task({ workspace: workspace.id, engine: engine.id });
  const target = await make.dynamicEnvironment();
  const promotion = await make.promotion({ source: workspace.environment, target, assigned: [await make.administrator()] });
  const sent = { body: { executable: promotion.id } };
  await leavesNothing(server, 'POST /processing/executions/promotions', sent, 400, 'environment_is_dynamic', 'engine', 'task', 'workspace');
});

test('the subscription counts paired agents by their own type', async () => {
  const operator = await standInOperator(server);
  await assignTo(server, await make.dynamicEnvironment(), operator.id);
  const consumed = async (): Promise<Record<string, number>> => {
    const { body } = await call('GET /account/subscription');
    const counts = body.enginesStatus as { type: string; consumed: number }[];
    return Object.fromEntries(counts.map((count) => [count.type, count.consumed]));
  };
  const before = await consumed();
  const preAuthorizedKey = (await operator.desired()).environments[0]?.agent.pairingKey;
  assert.equal((await call('POST /engine/v1/pairing', { token: undefined, body: { preAuthorizedKey, version: '0.1.0' } })).status, 200);
  const type = 'DYNAMIC-ENGINE-ENVIRONMENT';
  assert.deepEqual(await consumed(), { ...before, [type]: (before[type] ?? 0) + 1 });
});
