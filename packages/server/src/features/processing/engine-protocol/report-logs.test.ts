import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chunkOf, REPORTED_AT, standInEngine, type Lease } from '../../../../test/support/engine.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'POST /engine/v1/reports';
const server = await startTestServer();
const { call, make } = server;

const task = await make.task();
const engine = await standInEngine(server, task.environment);
async function claimLease(): Promise<Lease> {
  await call('POST /processing/executions', { body: { executable: task.id } });
  const { executionId, fence } = await engine.claimOne();
  return { executionId, fence };
}
const read = async ({ executionId }: Lease) => (await call('GET /processing/executions/{executionId}', { path: { executionId } })).body;
const linesOf = async ({ executionId }: Lease): Promise<string[]> =>
  (await call('GET /monitoring/executions/{id}/logs', { path: { id: executionId }, query: { order: 'ASC' } })).body.data.map(
    (line: { logMessage: string }) => line.logMessage,
  );
const line = (message: string) => ({ at: REPORTED_AT, severity: 'INFO', type: 'STDOUT', message }) as const;

test('execution-logs.list.once', async () => {
  const lease = await claimLease();
  await engine.log(lease, ['0', '1', '2', '3'], 0);
  await engine.log(lease, ['other', 'other', 'other', 'other', '4'], 0);
  await engine.log(lease, ['other', '5'], 4);
  await engine.log(lease, ['other'], 0);
  await engine.report({
    logs: [
      { ...lease, firstIndex: 6, chunk: chunkOf([line('6')]) },
      { ...lease, firstIndex: 6, chunk: chunkOf([line('other'), line('7')]) },
    ],
  });
  assert.deepEqual(await linesOf(lease), ['0', '1', '2', '3', '4', '5', '6', '7']);
});

test('lines after a gap are not stored, nor are other parts of the report for their execution', async () => {
  const [lease, neighbour] = [await claimLease(), await claimLease()];
  const ahead = {
    starts: [{ ...lease, startedAt: REPORTED_AT }],
    logs: [
      { ...lease, firstIndex: 0, chunk: chunkOf([line('0')]) },
      { ...neighbour, firstIndex: 0, chunk: chunkOf([line('n')]) },
      { ...lease, firstIndex: 2, chunk: chunkOf([line('2')]) },
    ],
    finishes: [{ ...lease, outcome: 'EXECUTION_SUCCESS', finishedAt: REPORTED_AT }],
  };
  const { status, body } = await engine.send(ROUTE, ahead);
  assert.deepEqual([status, body], [200, { refused: [], early: [{ executionId: lease.executionId, fence: lease.fence, nextIndex: 0 }] }]);
  assert.deepEqual([await linesOf(lease), await linesOf(neighbour)], [[], ['n']]);
  assert.equal((await read(lease)).executionStatus, 'DISPATCHING_FLOW');

  await engine.log(lease, ['0', '1'], 0);
  assert.deepEqual(
    (await engine.send(ROUTE, { logs: [{ ...lease, firstIndex: 3, chunk: chunkOf([line('3')]) }] })).body.early[0].nextIndex,
    2,
  );
  assert.deepEqual(await linesOf(lease), ['0', '1']);
});

test('lines that are reported several times at the same moment are stored once', async () => {
  const lease = await claimLease();
  const texts = Array.from({ length: 50 }, (_, index) => `line ${index}`);
  const answers = await Promise.all(Array.from({ length: 8 }, () => engine.log(lease, texts)));
  assert.deepEqual(answers.flat(), []);
  assert.deepEqual(await linesOf(lease), texts);
});
