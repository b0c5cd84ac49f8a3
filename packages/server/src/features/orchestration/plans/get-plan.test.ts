import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { createStage } from '../../../../test/support/plan-runs.ts';
import { requiresOneOf, assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'GET /orchestration/executables/plans/{planId}';
const server = await startTestServer({ MILLRACE_ROLE: 'api' });
const { call, make } = server;

const workspace = await make.workspace();
const hidden = await make.workspace({ environment: workspace.environment });
const artifact = await make.artifact({ workspace: workspace.id });
const engine = await make.engine({ environment: workspace.environment });
const source = { workspace: workspace.id, artifactVersion: artifact.versionId };
const load = await make.task({ ...source, name: 'Load', engine: engine.id });
const clean = await make.task({ ...source, name: 'Clean', configured: false });
const mail = await make.task({ ...source, name: 'Mail', workspace: hidden.id });
const repair = await make.plan({ workspace: hidden.id, name: 'Repair' });

const create = async (steps: object[]): Promise<string> => {
  const body = { name: crypto.randomUUID(), description: 'Chart', workspaceId: workspace.id, steps };
  return (await call('POST /orchestration/executables/plans', { body })).body.id;
};
const read = async (planId: string, token?: string) => (await call(ROUTE, { path: { planId }, ...(token && { token }) })).body;

test('plans.get.chart', async () => {
  const id = await create([
    { name: 'First', taskIds: [load.id, clean.id], note: 'side by side' },
    {
      name: 'Second',
      taskIds: [clean.id],
      condition: 'AT_LEAST_ONE_SUCCEEDED',
      handlerOnFailure: { taskIds: [load.id], planIds: [repair.id] },
    },
    { name: 'Third', taskIds: [load.id], condition: 'ALWAYS_PROCEED_ON' },
  ]);
  const { chart, workspace: shownWorkspace, name, ...rest } = await read(id);
  assert.deepEqual(rest, { executable: id, description: 'Chart' }, 'no status before there are executions');
  assert.ok(shownWorkspace.id === workspace.id && typeof name === 'string');

  const { nextStep: second, ...first } = chart;
  const { nextStep: third, stepOnException: handler, ...middle } = second;
  const flow = { version: '0.1', workspaceId: workspace.id, artifact: { id: artifact.id, name: artifact.name, version: artifact.version } };
  const loading = { id: load.id, name: 'Load', destination: 'REMOTE_ENGINE', ...flow };
  const cleaning = { id: clean.id, name: 'Clean', destination: 'CLOUD', ...flow };
  const step = (id: string): object => ({ id, abstractStepId: id });
  assert.deepEqual(first, {
    ...step(first.id),
    name: 'First',
    status: 'SUCCESS',
    flows: [loading, cleaning],
    taskIds: [load.id, clean.id],
    note: 'side by side',
  });
  assert.deepEqual(middle, { ...step(middle.id), name: 'Second', status: 'PARTIAL_SUCCESS', flows: [cleaning], taskIds: [clean.id] });
  assert.deepEqual(handler, {
    status: 'FAIL',
    flows: [loading, { id: repair.id, abstractPlanId: repair.id, name: 'Repair', workspaceId: hidden.id }],
    taskIds: [load.id],
  });
  assert.deepEqual(third, { ...step(third.id), name: 'Third', status: 'PROCEED', flows: [loading], taskIds: [load.id] });
});

test('a paused task of a chart shows its pause', async () => {
  const task = await make.task(source);
  const id = await create([{ name: 'First', taskIds: [task.id] }]);
  await call('PUT /orchestration/executables/tasks/{taskId}/pause', { path: { taskId: task.id }, body: { pause: true } });
  const { taskPauseDetails } = (await call('GET /orchestration/executables/tasks/{taskId}', { path: { taskId: task.id } })).body;
  assert.ok(taskPauseDetails);
  assert.deepEqual((await read(id)).chart.flows[0].taskPauseDetails, taskPauseDetails);
});

test('plans.get.hidden', async () => {
  const id = await create([{ name: 'First', taskIds: [mail.id, load.id], handlerOnFailure: { taskIds: [mail.id], planIds: [repair.id] } }]);
  const { token } = await make.user({ rights: { [workspace.id]: ['VIEW'] } });
  const { chart } = await read(id, token);
  assert.deepEqual(chart.flows[0], { id: mail.id });
  assert.equal(chart.flows[1].name, 'Load');
  assert.deepEqual(chart.stepOnException.flows, [{ id: mail.id }, { id: repair.id, abstractPlanId: repair.id }]);
  assert.deepEqual(chart.taskIds, [mail.id, load.id]);
  assert.equal((await read(id)).chart.flows[0].name, 'Mail');
});

test('plans.get.status', async () => {
  const stage = await createStage(server);
  const [task = ''] = await stage.tasks(1);
  const id = await stage.plan([{ tasks: [task] }]);
  const shown = async (): Promise<string | undefined> => {
    const { items } = (await call('GET /orchestration/executables/plans', { query: { planId: id } })).body;
    const { status } = await read(id);
    assert.equal(items[0].status, status, 'the list has the same status');
    return status;
  };
  assert.equal(await shown(), undefined);
  await stage.start(id);
  assert.equal(await shown(), 'executing');
  await stage.start(id);
  assert.equal(await shown(), 'executing', 'a misfired execution does not count');
  await stage.drain();
  assert.equal(await shown(), 'execution_successful');
  await stage.start(id);
  await stage.drain({ [task]: 'EXECUTION_FAILED' });
  assert.equal(await shown(), 'execution_failed');
  await stage.start(id);
  await stage.drain();
  await stage.end(await stage.start(id));
  assert.equal(await shown(), 'execution_failed', 'the newest execution was terminated');
});

test('plans.get.right', async () => {
  const { id } = await make.plan({ workspace: workspace.id });
  await requiresOneOf(server, { workspace: workspace.id, right: 'VIEW' }, (token) => call(ROUTE, { token, path: { planId: id } }), 200);
});

test('refuses an unknown id and a malformed id', async () => {
  assertRefused(await call(ROUTE, { path: { planId: newId() } }), 404, 'not_found');
  assertRefused(await call(ROUTE, { path: { planId: load.id } }), 404, 'not_found');
  assertRefused(await call(ROUTE, { path: { planId: '42' } }), 400, 'malformed_request');
});
