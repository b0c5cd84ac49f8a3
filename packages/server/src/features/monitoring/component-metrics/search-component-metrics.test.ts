import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { REPORTED_AT, standInEngine } from '../../../../test/support/engine.ts';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'POST /monitoring/observability/metrics/component';
const server = await startTestServer({ MILLRACE_ROLE: 'api' });
const { call, make } = server;
const START = REPORTED_AT / 1000;
const north = await make.workspace();
const south = await make.workspace({ environment: north.environment });
const engine = await standInEngine(server, north.environment);
const [load, clean] = [await make.task({ workspace: north.id }), await make.task({ workspace: south.id })];

async function run(executable: string, ids: string, at: number): Promise<string> {
  await call('POST /processing/executions', { body: { executable } });
  const lease = await engine.claimOne();
  await engine.finish(lease, {
    components: [...ids].map((id, index) => ({
      connector_type: id < 'c' ? 'csv' : 'table',
      connector_label: id.toUpperCase(),
      connector_id: id,
      component_start_time_seconds: START + at + index,
      connection_type: 'FLOW',
      connection_name: `row ${id}`,
    })),
  });
  return lease.executionId;
}
const first = await run(load.id, 'abc', 0);
const second = await run(clean.id, 'de', 100);

const period = { startTime: new Date(REPORTED_AT).toISOString(), endTime: new Date(REPORTED_AT + 3_600_000).toISOString() };
/** Searches as a new user, because of the rate limit. The user may see both workspaces by default. */
const ask = async (more: object = {}, workspaces: readonly string[] = [north.id, south.id]) => {
  const user = await make.user({ rights: Object.fromEntries(workspaces.map((id) => [id, ['VIEW'] as const])) });
  return call(ROUTE, { token: user.token, body: { environmentId: north.environment, ...period, ...more } });
};
const ids = async (more: object = {}, workspaces?: readonly string[]): Promise<string> => {
  const { status, body } = await ask(more, workspaces);
  assert.equal(status, 200, JSON.stringify(body));
  return body.items.map((item: { connector_id: string }) => item.connector_id).join('');
};
const only = (field: string, operator: string, value: unknown) => ids({ filters: [{ field, operator, value }] });

test('finds components with their runs', async () => {
  const { body } = await ask({ limit: 1 });
  const account = await make.administrator();
  const { job_name: name, ...item } = body.items[0];
  assert.ok(name.length > 0);
  assert.deepEqual(item, {
    engine_id: engine.id,
    workspace_id: north.id,
    task_id: load.id,
    task_execution_id: first,
    operator: account,
    operator_type: 'HUMAN',
    process_id: first,
    pid: first,
    father_pid: first,
    root_pid: first,
    connector_type: 'csv',
    connector_label: 'A',
    connector_id: 'a',
    connection_type: 'FLOW',
    connection_name: 'row a',
    component_start_time_seconds: START,
  });
  assert.deepEqual([body.limit, body.offset, body.total], [1, 0, 5]);
  assert.equal(await ids({ sortOrder: 'desc' }), 'edcba');
  assert.equal(await ids({ sortBy: 'connector_label', offset: 2, limit: 2 }), 'cd');
  assert.equal(await ids({ sortBy: 'stracktrace' }), 'abcde');
  for (const more of [{ limit: 201 }, { limit: 0 }, { sortBy: 'operator' }]) assertRefused(await ask(more), 400, 'malformed_request');
});

test('component-metrics.search.time', async () => {
  const at = (seconds: number) => new Date((START + seconds) * 1000).toISOString();
  assert.equal(await ids({ startTime: at(1), endTime: at(101) }), 'bcd');
  assert.equal(await ids({ startTime: at(1), endTime: at(1) }), '');
  assertRefused(await ask({ startTime: at(1), endTime: at(0) }), 400, 'period_reversed');
  for (const startTime of ['', 'yesterday', '1795241629', '2026-13-01']) assertRefused(await ask({ startTime }), 400, 'malformed_request');
  assertRefused(await ask({ endTime: undefined }), 400, 'malformed_request');
});

test('component-metrics.search.filters', async () => {
  assert.equal(await only('connector_type', 'in', ['table']), 'cde');
  assert.equal(await only('connector_id', 'in', ['a', 'd', 'z']), 'ad');
  assert.equal(await only('connector_label', 'in', ['B']), 'b');
  assert.equal(await only('task_id', 'in', [clean.id]), 'de');
  assert.equal(await only('workspace_id', 'in', [north.id]), 'abc');
  assert.equal(await only('task_execution_id', 'in', [second]), 'de');
  assert.equal(await only('engine_id', 'in', [engine.id]), 'abcde');
  assert.equal(await only('engine_id', 'in', ['no id']), '');
  assert.equal(await only('job_name', 'in', ['no such']), '');
  assert.equal(await only('operator', 'in', [await make.administrator()]), 'abcde');
  assert.equal(await only('operator_type', 'in', ['SERVICE']), '');
  assert.equal(await only('component_start_time_seconds', 'gt', START + 1), 'cde');
  assert.equal(await only('component_start_time_seconds', 'gte', START + 1), 'bcde');
  assert.equal(await only('component_start_time_seconds', 'lt', START + 1), 'a');
  assert.equal(await only('component_start_time_seconds', 'lte', START + 1), 'ab');
  const refused: readonly [string, string, unknown, RegExp][] = [
    ['connector_id', 'gt', 5, /^filters\[0\]: connector_id has the operator in, not gt/],
    ['component_start_time_seconds', 'in', ['5'], /has the operators gt, gte, lt, lte, not in/],
    ['component_start_time_seconds', 'lt', '5', /number of seconds/],
    ['task_id', 'in', [], /1 to 200 texts/],
    ['task_id', 'in', [5], /1 to 200 texts/],
    ['task_id', 'in', 'a', /1 to 200 texts/],
  ];
  for (const [field, operator, value, message] of refused) {
    const answer = await ask({ filters: [{ field, operator, value }] });
    assertRefused(answer, 400, 'malformed_filter');
    assert.match(answer.body.message, message);
  }
});

test('component-metrics.search.right', async () => {
  assert.equal(await ids({}, [south.id]), 'de');
  assert.equal(await ids({}, []), '');
  assert.equal(await ids({ environmentId: newId() }), '');
  const stranger = await make.user({ tenant: await make.otherTenant() });
  const { body } = await call(ROUTE, { token: stranger.token, body: { environmentId: north.environment, ...period } });
  assert.deepEqual([body.items, body.total], [[], 0]);
});

test('component-metrics.limits.rate', async () => {
  const user = await make.user({ rights: { [north.id]: ['VIEW'] } });
  const sent = { token: user.token, body: { environmentId: north.environment, ...period } };
  assertRefused(await call(ROUTE, { token: user.token, body: {} }), 400, 'malformed_request');
  for (let index = 0; index < 5; index += 1) assert.equal((await call(ROUTE, sent)).status, 200);
  const refused = await call(ROUTE, sent);
  assertRefused(refused, 429, 'too_many_requests');
  const wait = Number(refused.headers.get('retry-after'));
  assert.ok(Number.isInteger(wait) && wait >= 1 && wait <= 60);
  assert.equal((await ask()).status, 200, 'other callers may search');
});
