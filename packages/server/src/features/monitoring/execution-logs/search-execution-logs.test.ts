import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { REPORTED_AT, standInEngine, type Line } from '../../../../test/support/engine.ts';
import { requiresOneOf, assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'GET /monitoring/executions/{id}/logs/search';
const server = await startTestServer();
const { call, make } = server;
const task = await make.task();
const engine = await standInEngine(server, task.environment);
await call('POST /processing/executions', { body: { executable: task.id } });
const lease = await engine.claimOne();
const id = lease.executionId;

const severities = ['INFO', 'INFO', 'WARN', 'INFO', 'ERROR', 'FATAL', 'DEBUG'] as const;
const all = Array.from({ length: 700 }, (_, index): Line => ({
  at: REPORTED_AT + index,
  severity: severities[index % severities.length] ?? 'INFO',
  type: 'STDOUT',
  message: index % 50 === 0 ? `row ${index} Tür ZU` : `row ${index}`,
}));
for (let first = 0; first < all.length; first += 90) await engine.log(lease, all.slice(first, first + 90), first);

const find = async (query: Record<string, unknown>) => {
  const { status, body } = await call(ROUTE, { path: { id }, query });
  assert.equal(status, 200, JSON.stringify(body));
  assert.equal(body.size, body.data.length);
  return { indexes: body.data.map((line: { index: number }) => line.index), next: body.nextIndex, data: body.data };
};
const indexes = (matches: (line: Line, index: number) => boolean): number[] =>
  all.flatMap((line, index) => (matches(line, index) ? [index] : []));

test('execution-logs.search.right', async () => {
  await requiresOneOf(server, { workspace: task.workspace, right: 'VIEW' }, (token) => call(ROUTE, { token, path: { id } }), 200);
  assertRefused(await call(ROUTE, { path: { id: newId() } }), 404, 'not_found');
});

test('execution-logs.search.match', async () => {
  const doors = indexes((_, index) => index % 50 === 0);
  assert.deepEqual((await find({ text: 'tür zu' })).indexes, doors, 'ignoring letter case');
  assert.deepEqual((await find({ text: 'TÜR', order: 'DESC' })).indexes, doors.toReversed());
  assert.deepEqual((await find({ text: 'nowhere' })).indexes, []);
  assert.deepEqual(
    (await find({ severity: 'ERROR', count: 200 })).indexes,
    indexes(({ severity }) => severity === 'ERROR' || severity === 'FATAL'),
  );
  assert.deepEqual(
    (await find({ severity: 'WARN', text: 'row 1', count: 200 })).indexes,
    indexes(({ severity, message }) => ['WARN', 'ERROR', 'FATAL'].includes(severity) && message.includes('row 1')),
  );
  assert.deepEqual((await find({ text: ' IO ' })).indexes, [], 'the search reads the message, not the stored line');
  const [first] = (await find({ severity: 'FATAL' })).data;
  assert.deepEqual(first, { index: 5, severity: 'FATAL', logType: 'STDOUT', logTimestamp: REPORTED_AT + 5, logMessage: 'row 5' });
});

test('execution-logs.search.severities', async () => {
  const of = (...wanted: string[]): number[] => indexes(({ severity }) => wanted.includes(severity ?? ''));
  assert.deepEqual((await find({ severities: ['WARN'], count: 200 })).indexes, of('WARN'));
  assert.deepEqual((await find({ severities: ['DEBUG', 'ERROR'], count: 200 })).indexes, of('DEBUG', 'ERROR').slice(0, 200));
  assert.deepEqual((await find({ severities: ['WARN', 'FATAL'], severity: 'ERROR', count: 200 })).indexes, of('FATAL'), 'both apply');
  assert.deepEqual((await find({ severities: ['DEBUG'], severity: 'ERROR' })).indexes, []);
});

test('execution-logs.search.next', async () => {
  for (const order of ['ASC', 'DESC']) {
    const found: number[] = [];
    let next: number | undefined;
    do {
      const page = await find({ severity: 'WARN', order, count: 7, ...(next !== undefined && { startIndex: next }) });
      assert.ok(page.indexes.length <= 7);
      found.push(...page.indexes);
      next = page.next;
    } while (next !== undefined);
    const expected = indexes(({ severity }) => ['WARN', 'ERROR', 'FATAL'].includes(severity));
    assert.deepEqual(found, order === 'ASC' ? expected : expected.toReversed());
  }
  assert.deepEqual((await find({ startIndex: 695 })).indexes, [695, 696, 697, 698, 699]);
  assert.deepEqual((await find({ startIndex: 2, order: 'DESC' })).indexes, [2, 1, 0]);
  assert.deepEqual((await find({ startIndex: 5000 })).indexes, []);
  assert.equal((await find({ startIndex: 5000, order: 'DESC', count: 1 })).indexes[0], 699);
});

test('execution-logs.search.time', async () => {
  const at = (index: number): string => new Date(REPORTED_AT + index).toISOString();
  const between = (first: number, last: number): number[] => indexes((_, index) => index >= first && index <= last);
  assert.deepEqual((await find({ startTime: at(100), endTime: at(120), count: 200 })).indexes, between(100, 120), 'both included');
  assert.deepEqual((await find({ startTime: at(690) })).indexes, between(690, 699));
  assert.deepEqual((await find({ endTime: at(3), order: 'DESC' })).indexes, [3, 2, 1, 0]);
  assert.deepEqual(
    (await find({ startTime: at(10), endTime: at(200), severity: 'FATAL', count: 200 })).indexes,
    between(10, 200).filter((index) => index % severities.length === 5),
  );
  assert.deepEqual(await find({ startTime: at(800) }), { indexes: [], next: undefined, data: [] });
});

test('refuses a malformed search', async () => {
  for (const query of [
    { text: '' },
    { severity: 'LOUD' },
    { startTime: 'yesterday' },
    { endTime: '0000-01-01T00:00:00+24:00' },
    { count: 0 },
    { count: 201 },
    { startIndex: -1 },
    { order: 'UP' },
    { text: 'x'.repeat(1001) },
  ])
    assertRefused(await call(ROUTE, { path: { id }, query }), 400, 'malformed_request');
});
