import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { REPORTED_AT, standInEngine, type Line } from '../../../../test/support/engine.ts';
import { requiresOneOf, assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'GET /monitoring/executions/{id}/logs';
const server = await startTestServer();
const { call, make } = server;

const task = await make.task();
const engine = await standInEngine(server, task.environment);
async function running() {
  await call('POST /processing/executions', { body: { executable: task.id } });
  return engine.claimOne();
}
const texts = (count: number): string[] => Array.from({ length: count }, (_, index) => `line ${index}`);
const page = async (id: string, query: Record<string, unknown> = {}) => {
  const { status, body } = await call(ROUTE, { path: { id }, query });
  assert.equal(status, 200, JSON.stringify(body));
  assert.equal(body.size, body.data.length);
  return { ...body, lines: body.data.map((line: { logMessage: string }) => line.logMessage) };
};
const at = (offset: number): string => new Date(REPORTED_AT + offset).toISOString();

const lease = await running();
const id = lease.executionId;
await engine.log(lease, texts(120));
const all = texts(120);

test('a line has its severity, type, time and message', async () => {
  const other = await running();
  const lines: Line[] = [
    { at: REPORTED_AT, severity: 'WARN', type: 'STDERR', message: 'päss auf 🚧\ttab' },
    { at: REPORTED_AT + 1, severity: 'FATAL', type: 'SYSTEM', message: '' },
  ];
  await engine.log(other, lines);
  assert.deepEqual((await page(other.executionId, { order: 'ASC' })).data, [
    { severity: 'WARN', logType: 'STDERR', logTimestamp: REPORTED_AT, logMessage: 'päss auf 🚧\ttab' },
    { severity: 'FATAL', logType: 'SYSTEM', logTimestamp: REPORTED_AT + 1, logMessage: '' },
  ]);
});

test('execution-logs.list.right', async () => {
  await requiresOneOf(server, { workspace: task.workspace, right: 'VIEW' }, (token) => call(ROUTE, { token, path: { id } }), 200);
  assertRefused(await call(ROUTE, { path: { id: newId() } }), 404, 'not_found');
  assertRefused(await call(ROUTE, { path: { id: 'x' } }), 400, 'malformed_request');
});

test('execution-logs.list.order', async () => {
  assert.deepEqual((await page(id, { count: 3 })).lines, ['line 119', 'line 118', 'line 117']);
  assert.deepEqual((await page(id, { count: 3, order: 'DESC' })).lines, ['line 119', 'line 118', 'line 117']);
  assert.deepEqual((await page(id, { count: 3, order: 'ASC' })).lines, ['line 0', 'line 1', 'line 2']);
  assertRefused(await call(ROUTE, { path: { id }, query: { order: 'UP' } }), 400, 'malformed_request');

  const other = await running();
  const same = texts(5).map((message): Line => ({ at: REPORTED_AT, severity: 'INFO', type: 'STDOUT', message }));
  await engine.log(other, same);
  assert.deepEqual(
    (await page(other.executionId, { order: 'ASC' })).lines,
    texts(5),
    'lines of the same time keep the order in which they were written',
  );
});

test('execution-logs.limits.count', async () => {
  assert.equal((await page(id)).size, 50);
  assert.equal((await page(id, { count: 1 })).size, 1);
  assert.equal((await page(id, { count: 200 })).size, 120);
  for (const count of [0, 201, -1, 1.5, 'all'])
    assertRefused(await call(ROUTE, { path: { id }, query: { count } }), 400, 'malformed_request');
});

test('execution-logs.list.index', async () => {
  assert.deepEqual((await page(id, { order: 'ASC', count: 2, startIndex: 7 })).lines, ['line 7', 'line 8']);
  assert.deepEqual((await page(id, { order: 'DESC', count: 2, startIndex: 7 })).lines, ['line 112', 'line 111']);
  assert.deepEqual((await page(id, { startIndex: 120 })).lines, []);
  assert.deepEqual((await page(id, { startIndex: Number.MAX_SAFE_INTEGER })).lines, []);
  for (const startIndex of [-1, 0.5, 'x', 1e30])
    assertRefused(await call(ROUTE, { path: { id }, query: { startIndex } }), 400, 'malformed_request');
});

test('execution-logs.list.next', async () => {
  for (const order of ['ASC', 'DESC']) {
    const lines: string[] = [];
    let next: number | undefined = 0;
    while (next !== undefined) {
      const { lines: more, nextIndex }: { lines: string[]; nextIndex?: number } = await page(id, { order, count: 50, startIndex: next });
      lines.push(...more);
      next = nextIndex;
    }
    assert.deepEqual(lines, order === 'ASC' ? all : all.toReversed());
  }
  assert.equal('nextIndex' in (await page(id, { count: 120 })), false, 'a page with the last line has no nextIndex');
  assert.equal((await page(id, { count: 119 })).nextIndex, 119);
  assert.equal('nextIndex' in (await page(id, { startIndex: 500 })), false);
});

test('execution-logs.list.sizes', async () => {
  const { size, totalSize, totalSizeFiltered } = await page(id, { count: 20 });
  assert.deepEqual({ size, totalSize, totalSizeFiltered }, { size: 20, totalSize: 120, totalSizeFiltered: 120 });
  const { executionId } = await running();
  assert.deepEqual((await call(ROUTE, { path: { id: executionId } })).body, { size: 0, totalSize: 0, totalSizeFiltered: 0, data: [] });
});

test('execution-logs.list.time', async () => {
  const range = { startTime: at(10), endTime: at(12) };
  const { lines, totalSize, totalSizeFiltered, nextIndex } = await page(id, { ...range, order: 'ASC' });
  assert.deepEqual(lines, ['line 10', 'line 11', 'line 12'], 'both bounds are included');
  assert.deepEqual({ totalSize, totalSizeFiltered, nextIndex }, { totalSize: 120, totalSizeFiltered: 3, nextIndex: undefined });
  assert.deepEqual((await page(id, { ...range, order: 'ASC', count: 2 })).nextIndex, 2);
  assert.deepEqual((await page(id, { ...range, order: 'ASC', count: 2, startIndex: 2 })).lines, ['line 12']);
  assert.equal((await page(id, { startTime: at(100) })).totalSizeFiltered, 20);
  assert.equal((await page(id, { endTime: at(0) })).totalSizeFiltered, 1);
  assert.equal((await page(id, { startTime: at(20), endTime: at(10) })).totalSizeFiltered, 0);
  assert.equal(
    (await page(id, { startTime: at(10).replace('Z', '+00:00'), endTime: at(12).replace('Z', '-23:59') })).totalSizeFiltered,
    110,
  );
  assert.equal((await page(id, { startTime: '0000-01-01T00:00:00Z' })).totalSizeFiltered, 120);
});

test('refuses a malformed time', async () => {
  for (const time of ['yesterday', '2026-01-01', '2026-01-01T00:00:00', '2026-02-30T00:00:00Z', '2016-12-31T23:59:60Z', '1767322800000']) {
    assertRefused(await call(ROUTE, { path: { id }, query: { startTime: time } }), 400, 'malformed_request');
    assertRefused(await call(ROUTE, { path: { id }, query: { endTime: time } }), 400, 'malformed_request');
  }
});

test('shows the log during the execution and after its end', async () => {
  const other = await running();
  await engine.log(other, ['a']);
  assert.deepEqual((await page(other.executionId)).lines, ['a']);
  await engine.log(other, ['b', 'c'], 1);
  await engine.finish(other);
  assert.deepEqual((await page(other.executionId, { order: 'ASC' })).lines, ['a', 'b', 'c']);
});

test('execution-logs.list.pod', async () => {
  const lines: Line[] = [
    { at: REPORTED_AT, severity: 'INFO', type: 'SYSTEM', message: 'of the engine' },
    { at: REPORTED_AT, severity: 'INFO', type: 'STDOUT', message: 'of the task' },
  ];
  const podsOf = async (execution: string) => {
    const { data } = await page(execution, { order: 'ASC' });
    const { body: found } = await call('GET /monitoring/executions/{id}/logs/search', { path: { id: execution } });
    const pods = (entries: { podName?: string }[]) => entries.map(({ podName }) => podName);
    assert.deepEqual(pods(found.data), pods(data));
    return pods(data);
  };
  const start = { startedAt: REPORTED_AT, podName: 'millrace-1-abcde' };
  const leased = async () => {
    const { executionId, fence } = await running();
    await engine.log({ executionId, fence }, lines);
    return { executionId, fence };
  };
  const other = await leased();
  await engine.start(other);
  assert.deepEqual(await podsOf(other.executionId), [undefined, undefined], 'it runs in no pod');

  const pod = await leased();
  await engine.report({ starts: [{ ...pod, ...start }] });
  assert.deepEqual(await podsOf(pod.executionId), [undefined, start.podName]);
  await engine.finish(pod);
  assert.deepEqual(await podsOf(pod.executionId), [undefined, start.podName], 'the record keeps it after the end');

  const short = await leased();
  await engine.report({
    starts: [{ ...short, ...start }],
    finishes: [{ ...short, outcome: 'EXECUTION_SUCCESS', finishedAt: REPORTED_AT }],
  });
  assert.deepEqual(await podsOf(short.executionId), [undefined, start.podName], 'start and end came in one report');

  const stale = await leased();
  await engine.report({ starts: [{ ...stale, fence: stale.fence + 1, ...start }] });
  assert.deepEqual(await podsOf(stale.executionId), [undefined, undefined], 'another claim does not name the pod');
});
