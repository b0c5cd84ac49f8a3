// run: own server because it sets MILLRACE_LEASE_SECONDS
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { createHistory } from '../../../../test/support/history.ts';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer, type Answer } from '../../../../test/support/server.ts';

const ROUTE = 'POST /monitoring/observability/executions/search';
const server = await startTestServer({ MILLRACE_ROLE: 'api', MILLRACE_LEASE_SECONDS: '3600' });
const { call, make } = server;
const history = await createHistory(server);
const { ids, nameOf, load, clean, plan, north, south, ago } = history;
const account = await make.administrator();

type Sent = { field: string; operator: string; value?: unknown };
const ask = (filters: readonly Sent[], more: object = {}): Promise<Answer> =>
  call(ROUTE, { body: { environmentId: history.environment, category: 'ETL', filters, ...more } });
const ALL = ['running', 'open', 'plan', 'hour', 'long', 'misfire', 'day', 'failedPlan', 'week', 'month'];
const PLANS = new Set(['plan', 'misfire', 'failedPlan']);
const TASKS = ALL.filter((name) => !PLANS.has(name));
const names = async (filters: readonly Sent[], more: object = {}): Promise<string[]> => {
  const { status, body } = await ask(filters, more);
  assert.equal(status, 200, JSON.stringify(body));
  return body.items.map((item: { id: string }) => nameOf(item.id));
};

/** Checks that a filter by a list finds these executions, and its opposite all others. */
async function finds(field: string, value: readonly string[], found: readonly string[]): Promise<void> {
  assert.deepEqual(await names([{ field, operator: 'in', value }]), found, `${field} in`);
  const others = ALL.filter((name) => !found.includes(name));
  assert.deepEqual(await names([{ field, operator: 'not_in', value }]), others, `${field} not in`);
}

describe('a filter by a list', () => {
  test('of statuses', async () => {
    await finds('status', ['EXECUTION_FAILED'], ['hour', 'failedPlan']);
    await finds('status', ['EXECUTION_TERMINATED', 'EXECUTION_EVENT_RECEIVED'], ['open', 'long']);
    await finds('status', ['STARTING_FLOW_EXECUTION'], ['running', 'plan']);
    await finds('status', ['EXECUTION_MISFIRED'], ['misfire']);
    await finds('status', ['UNKNOWN', 'STOPPING_FLOW_EXECUTION'], []);
  });
  test('of workspaces', async () => {
    await finds('workspaceId', [south.id], ['open', 'long', 'week']);
    await finds('workspaceId', [south.id.toUpperCase(), north.id], ALL);
    await finds('workspaceId', [newId()], []);
  });
  test('of names', () => finds('name', ['Clean up', 'no such'], ['open', 'long', 'week']));
  test('of tasks', () => finds('taskId', [clean.id], ['open', 'long', 'week']));
  test('of plans', async () => {
    await finds('planId', [plan.id], ['plan', 'misfire', 'failedPlan']);
    const byPlan = { exclude: 'PLAN_EXECUTIONS' };
    assert.deepEqual(await names([{ field: 'planId', operator: 'in', value: [plan.id] }], byPlan), ['step']);
    assert.deepEqual(await names([{ field: 'planId', operator: 'not_in', value: [plan.id] }], byPlan), TASKS);
  });
  test('of artifacts and their versions', async () => {
    await finds('artifactId', [load.artifact], ['running', 'hour', 'day', 'month']);
    await finds('artifactVersion', ['1.0.0.20260101010000'], ['running', 'open']);
  });
  test('of tags', async () => {
    await finds('tags', ['weekly'], ['open', 'long', 'week']);
    await finds('tags', ['weekly', 'air', 'none'], TASKS);
  });
  test('execution-history.filters.people', async () => {
    await finds('author', ['admin'], ALL);
    await finds('author', [account, 'nobody'], ALL);
    await finds('operator', ['admin'], ['running', 'open', 'plan']);
    await finds('operator', [newId(), 'Admin'], []);
  });
  test('of versions, log levels, ids and run profiles', async () => {
    await finds('version', ['0.1'], TASKS);
    await finds('logLevel', ['WARN'], ['running']);
    await finds('id', [ids['open'] ?? '', ids['misfire'] ?? '', ids['month'] ?? ''], ['open', 'misfire', 'month']);
    await finds('runProfileId', [newId()], []);
  });
  test('of interfaces', async () => {
    const started = ['running', 'open', 'plan'];
    assert.deepEqual(await names([{ field: 'apiVersion', operator: 'is_empty', value: false }]), started);
    assert.deepEqual(
      await names([{ field: 'apiVersion', operator: 'is_empty', value: true }]),
      ALL.filter((name) => !started.includes(name)),
    );
    await finds('apiVersion', ['no such'], []);
  });
});

test('execution-history.filters.match', async () => {
  assert.deepEqual(await names([{ field: 'name', operator: 'match', value: 'ean U' }]), ['open', 'long', 'week']);
  assert.deepEqual(await names([{ field: 'name', operator: 'not_match', value: 'air' }]), [
    'open',
    'plan',
    'long',
    'misfire',
    'failedPlan',
    'week',
  ]);
  assert.deepEqual(await names([{ field: 'name', operator: 'match', value: '%a%' }]), [], 'a wildcard has no special meaning');
  for (const value of ['ab', '', 7, null, ['abc']])
    assertRefused(await ask([{ field: 'name', operator: 'match', value }]), 400, 'malformed_filter');
});

test('a period filters by trigger time and includes both bounds', async () => {
  const between = (from: Date, to: Date) =>
    names([{ field: 'period', operator: 'between', value: [from.toISOString(), to.toISOString()] }]);
  assert.deepEqual(await between(ago(169), ago(5)), ['misfire', 'day', 'failedPlan', 'week']);
  assert.deepEqual(await between(ago(169), new Date(ago(5).getTime() - 1)), ['day', 'failedPlan', 'week']);
  assert.deepEqual(await between(ago(2000), ago(1000)), [], 'the history goes back 60 days');
});

test('a duration filters by the duration of the run', async () => {
  const lasts = (operator: string, value: number) => names([{ field: 'executeDurationMs', operator, value }]);
  assert.deepEqual(await lasts('greater_than', 3_599_999), ['hour', 'long', 'day', 'week', 'month']);
  assert.deepEqual(await lasts('greater_than', 3_600_000), []);
  assert.deepEqual(await lasts('less_than', 3_600_000), ['misfire', 'failedPlan']);
});

test('a filter of runtimes combines its parts', async () => {
  const runs = (operator: string, ...parts: object[]) => names([{ field: 'runtime', operator, value: parts }]);
  const cloud = { field: 'destination', operator: 'in', value: ['CLOUD'] };
  const ours = { field: 'engineId', operator: 'in', value: [history.engine.id] };
  const cluster = { field: 'clusterId', operator: 'in', value: [newId()] };
  assert.deepEqual(await runs('and', cloud), TASKS);
  assert.deepEqual(await runs('and', cloud, ours), ['running']);
  assert.deepEqual(await runs('or', cluster, ours), ['running']);
  assert.deepEqual(await runs('and', cloud, { ...ours, operator: 'not_in' }), TASKS.slice(1));
  assert.deepEqual(
    await runs('or', { ...cloud, operator: 'not_in' }),
    [...ALL].filter((name) => PLANS.has(name)),
  );
});

test('combines all filters and the exclusion', async () => {
  const failed = { field: 'status', operator: 'in', value: ['EXECUTION_FAILED'] };
  assert.deepEqual(await names([failed, { field: 'tags', operator: 'in', value: ['air'] }]), ['hour']);
  assert.deepEqual(await names([failed], { exclude: 'PLAN_EXECUTIONS' }), ['hour']);
  assert.deepEqual(await names([]), ALL);
});

describe('execution-history.filters.refused', () => {
  const refused: readonly [Sent, RegExp][] = [
    [{ field: 'status', operator: 'match', value: 'EXEC' }, /^filters\[1\]: status has the operators in, not_in, not match/],
    [{ field: 'name', operator: 'between', value: ['a', 'b'] }, /name has the operators in, not_in, match, not_match/],
    [{ field: 'runtime', operator: 'in', value: ['x'] }, /runtime has the operators or, and/],
    [{ field: 'apiVersion', operator: 'is_empty', value: 'true' }, /true or false/],
    [{ field: 'executeDurationMs', operator: 'less_than', value: '5' }, /number of milliseconds/],
    [
      { field: 'status', operator: 'in', value: ['EXECUTION_SUCCESS', 'DONE'] },
      /^filters\[1\]\.value\[1\]: it must be one of DEPLOY_FAILED/,
    ],
    [{ field: 'taskId', operator: 'in', value: ['17'] }, /^filters\[1\]\.value\[0\]: it is not a valid id/],
    [{ field: 'tags', operator: 'in', value: [] }, /1 to 200 texts/],
    [{ field: 'tags', operator: 'in', value: Array.from({ length: 201 }, () => 'a') }, /1 to 200 texts/],
    [{ field: 'tags', operator: 'in', value: 'nightly' }, /1 to 200 texts/],
    [{ field: 'tags', operator: 'in', value: [null] }, /value\[0\]: it must be a text/],
    [{ field: 'period', operator: 'between', value: ['2026-01-01'] }, /two times/],
    [{ field: 'period', operator: 'between', value: ['yesterday', 'today'] }, /two times/],
    [{ field: 'period', operator: 'between', value: ['2026-02-01T00:00:00Z', '2026-01-01T00:00:00Z'] }, /ends before it starts/],
    [
      { field: 'runtime', operator: 'and', value: [{ field: 'name', operator: 'in', value: ['a'] }] },
      /value\[0\]: it must have a field of engineId/,
    ],
    [{ field: 'runtime', operator: 'and', value: [null] }, /value\[0\]: it must have a field/],
    [{ field: 'runtime', operator: 'and', value: {} }, /list of 1 to 30 filters of engineId, clusterId, destination/],
    [{ field: 'runtime', operator: 'or', value: [{ field: 'destination', operator: 'in', value: ['MOON'] }] }, /must be one of CLOUD/],
  ];
  for (const [filter, message] of refused) {
    test(`${filter.field} ${filter.operator} ${JSON.stringify(filter.value).slice(0, 40)}`, async () => {
      const answer = await ask([{ field: 'tags', operator: 'in', value: ['a'] }, filter]);
      assertRefused(answer, 400, 'malformed_filter');
      assert.match(answer.body.message, message);
    });
  }

  test('filters with an unknown field, an unknown operator or no value', async () => {
    for (const filter of [
      { field: 'size', operator: 'in', value: [] },
      { field: 'name', operator: 'is', value: '' },
      { field: 'name', operator: 'in' },
    ])
      assertRefused(await ask([filter]), 400, 'malformed_request');
  });
});
