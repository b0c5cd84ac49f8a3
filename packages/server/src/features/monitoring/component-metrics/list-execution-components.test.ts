import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { REPORTED_AT, standInEngine } from '../../../../test/support/engine.ts';
import { assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'GET /monitoring/observability/executions/{executionId}/component';
const server = await startTestServer({ MILLRACE_ROLE: 'api' });
const { call, make, count } = server;
const task = await make.task();
const engine = await standInEngine(server, task.environment);
const START = REPORTED_AT / 1000;

const component = (id: string, more: object = {}) => ({
  connector_type: 'csv',
  connector_label: `Read ${id}`,
  connector_id: id,
  component_start_time_seconds: START,
  ...more,
});
const claimed = async () => {
  await call('POST /processing/executions', { body: { executable: task.id } });
  return engine.claimOne();
};
const read = (executionId: string, query: object = {}, token?: string) =>
  call(ROUTE, { path: { executionId }, query: { ...query }, ...(token !== undefined && { token }) });

test('component-metrics.report.stored', async () => {
  const lease = await claimed();
  const full = component('out', {
    process_id: 'p1',
    job_name: 'Load',
    pid: 'a',
    father_pid: 'b',
    root_pid: 'c',
    target_connector_type: 'table',
    target_label: 'Airports',
    target_id: 'copy',
    connection_type: 'FLOW',
    connection_name: 'row1',
    component_start_time_seconds: START + 1.5,
    component_connection_rows_total: 12,
    component_execution_duration_milliseconds: 7.25,
    stacktrace: 'at line 1',
  });
  const at = Date.now() + 1000;
  const finish = { startedAt: at, finishedAt: at + 1000, rejectedRows: 2, components: [component('in'), full] };
  assert.deepEqual(await engine.finish(lease, finish), []);
  const stored = await count('component_metric');
  assert.deepEqual(await engine.finish(lease, finish), [lease.executionId], 'a repeated report is refused');
  assert.deepEqual(await count('component_metric'), stored);

  const { status, body } = await read(lease.executionId);
  const { artifact_name: name, ...rest } = body;
  assert.equal(status, 200);
  assert.ok(name.length > 0);
  const account = await make.administrator();
  const id = lease.executionId;
  assert.deepEqual(rest, {
    engine_id: engine.id,
    workspace_id: task.workspace,
    task_id: task.id,
    task_execution_id: id,
    artifact_id: task.artifact,
    artifact_version: '1.0.0.20260101010000',
    start_time: new Date(at).toISOString(),
    finish_time: new Date(at + 1000).toISOString(),
    rows_rejected: 2,
    operator: account,
    operator_type: 'HUMAN',
    processes: [
      { process_id: id, job_name: name, pid: id, father_pid: id, root_pid: id },
      { process_id: 'p1', job_name: 'Load', pid: 'a', father_pid: 'b', root_pid: 'c' },
    ],
    metrics: {
      items: [
        { pid: id, ...component('in') },
        {
          pid: 'a',
          connector_type: 'csv',
          connector_label: 'Read out',
          connector_id: 'out',
          target_connector_type: 'table',
          target_label: 'Airports',
          target_id: 'copy',
          component_start_time_seconds: START + 1.5,
          component_connection_rows_total: 12,
          component_execution_duration_milliseconds: 7.25,
          stacktrace: 'at line 1',
        },
      ],
      limit: 50,
      offset: 0,
      total: 2,
    },
  });
});

test('component-metrics.report.stored: refuses an old fence and malformed components, and stores texts with any characters', async () => {
  const lease = await claimed();
  const stale = { ...lease, fence: lease.fence + 1 };
  const before = await count('component_metric');
  assert.deepEqual(await engine.finish(stale, { components: [component('in')] }), [lease.executionId]);
  assert.deepEqual(await count('component_metric'), before);
  for (const wrong of [[{ connector_id: 'in' }], [component('in', { size: 1 })], Array.from({ length: 2001 }, () => component('in'))]) {
    const finish = {
      executionId: lease.executionId,
      fence: lease.fence,
      outcome: 'EXECUTION_SUCCESS',
      finishedAt: REPORTED_AT,
      components: wrong,
    };
    const sent = { token: engine.credential, body: { finishes: [finish] } };
    await leavesNothing(server, 'POST /engine/v1/reports', sent, 400, 'malformed_request', 'component_metric', 'live_execution');
  }
  await engine.finish(lease, { components: [component('in', { stacktrace: 'a\0b' })] });
  assert.equal((await read(lease.executionId)).body.metrics.items[0].stacktrace, 'ab');
});

test('corrects the times of components by the clock of the engine', async () => {
  const lease = await claimed();
  const clockOffset = 3_600_000;
  const finish = {
    executionId: lease.executionId,
    fence: lease.fence,
    outcome: 'EXECUTION_SUCCESS' as const,
    finishedAt: Date.now() - clockOffset,
  };
  const at = (Date.now() - clockOffset) / 1000;
  await engine.report({
    sentAt: Date.now() - clockOffset,
    finishes: [{ ...finish, components: [component('in', { component_start_time_seconds: at })] }],
  });
  const [shown] = (await read(lease.executionId)).body.metrics.items;
  assert.ok(Math.abs(shown.component_start_time_seconds - at - clockOffset / 1000) < 60);
});

test('component-metrics.limits.page', async () => {
  const lease = await claimed();
  const components = ['b', 'c', 'a', 'd'].map((id, index) =>
    component(id, { component_start_time_seconds: START + index, ...(id !== 'c' && { component_connection_rows_total: 10 - index }) }),
  );
  await engine.finish(lease, { components });
  const ids = async (query: object = {}): Promise<string> => {
    const { body } = await read(lease.executionId, query);
    assert.equal(body.metrics.total, 4);
    return body.metrics.items.map((item: { connector_id: string }) => item.connector_id).join('');
  };
  assert.equal(await ids(), 'bcad');
  assert.equal(await ids({ sortOrder: 'desc' }), 'dacb');
  assert.equal(await ids({ sortBy: 'connector_id' }), 'abcd');
  assert.equal(await ids({ sortBy: 'component_connection_rows_total', sortOrder: 'desc' }), 'badc', 'components without a value come last');
  assert.equal(await ids({ sortBy: 'component_connection_rows_total' }), 'dabc');
  assert.equal((await ids({ limit: 2 })) + (await ids({ limit: 2, offset: 2 })), 'bcad');
  assert.equal(await ids({ offset: 4 }), '');
  for (const query of [{ limit: 0 }, { limit: 201 }, { offset: -1 }, { sortBy: 'size' }, { sortOrder: 'up' }])
    assertRefused(await read(lease.executionId, query), 400, 'malformed_request');
});

test('component-metrics.list.right', async () => {
  const lease = await claimed();
  assert.deepEqual((await read(lease.executionId)).body.metrics.items, [], 'a running execution has no components yet');
  const viewer = await make.user({ rights: { [task.workspace]: ['VIEW'] } });
  assert.equal((await read(lease.executionId, {}, viewer.token)).status, 200);
  const stranger = await make.user({ tenant: await make.otherTenant() });
  for (const token of [(await make.user()).token, stranger.token])
    assertRefused(await read(lease.executionId, {}, token), 404, 'not_found');
  assertRefused(await read(newId()), 404, 'not_found');
  assertRefused(await read('17'), 400, 'malformed_request');
});
