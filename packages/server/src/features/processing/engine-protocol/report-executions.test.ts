import assert from 'node:assert/strict';
import { test } from 'node:test';
import { zstdCompressSync } from 'node:zlib';
import { newId } from '../../../core/base/id.ts';
import { chunkOf, REPORTED_AT, standInEngine, type Lease } from '../../../../test/support/engine.ts';
import { assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'POST /engine/v1/reports';
const server = await startTestServer();
const { call, make } = server;

const task = await make.task();
const engine = await standInEngine(server, task.environment);
const other = await standInEngine(server, task.environment);
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

test('one report contains starts, log lines and outcomes of many executions', async () => {
  const [first, second, third] = [await claimLease(), await claimLease(), await claimLease()];
  const refused = await engine.report({
    starts: [
      { ...first, startedAt: REPORTED_AT },
      { ...third, startedAt: REPORTED_AT },
    ],
    logs: [
      { ...first, firstIndex: 0, chunk: chunkOf([line('a'), line('b')]) },
      { ...third, firstIndex: 0, chunk: chunkOf([line('c')]) },
    ],
    finishes: [
      { ...second, outcome: 'DEPLOY_FAILED', finishedAt: REPORTED_AT, errorMessage: 'no bundle' },
      { ...third, outcome: 'EXECUTION_SUCCESS', finishedAt: REPORTED_AT + 5 },
    ],
  });
  assert.deepEqual(refused, []);
  assert.deepEqual(
    [(await read(first)).status, (await read(second)).status, (await read(third)).status],
    ['executing', 'deploy_failed', 'execution_successful'],
  );
  assert.deepEqual([await linesOf(first), await linesOf(second), await linesOf(third)], [['a', 'b'], [], ['c']]);
  assert.equal((await read(second)).errorMessage, 'no bundle');
});

test('a report that is sent again changes nothing', async () => {
  const lease = await claimLease();
  const report = {
    starts: [{ ...lease, startedAt: REPORTED_AT }],
    logs: [{ ...lease, firstIndex: 0, chunk: chunkOf([line('a'), line('b')]) }],
  };
  await engine.report(report);
  const before = [await read(lease), await linesOf(lease)];
  assert.deepEqual(await engine.report(report), []);
  assert.deepEqual(await engine.report({ starts: [{ ...lease, startedAt: REPORTED_AT + 9 }] }), []);
  assert.deepEqual([await read(lease), await linesOf(lease)], before);

  const finish = {
    ...report,
    finishes: [{ ...lease, outcome: 'EXECUTION_FAILED' as const, finishedAt: REPORTED_AT + 1, processedRows: 1 }],
  };
  assert.deepEqual(await engine.report(finish), []);
  const ended = [await read(lease), await linesOf(lease)];
  assert.deepEqual(
    await engine.report(finish),
    [lease.executionId],
    'a finished execution is refused, because the engine does not hold it',
  );
  assert.deepEqual(await engine.finish(lease, { outcome: 'EXECUTION_SUCCESS', processedRows: 2 }), [lease.executionId]);
  assert.deepEqual([await read(lease), await linesOf(lease)], ended);
});

test('task-executions.lease.fence', async () => {
  const lease = await claimLease();
  await engine.start(lease);
  const before = [await read(lease), await linesOf(lease)];
  const wrong: [sender: typeof engine, lease: Lease][] = [
    [engine, { ...lease, fence: lease.fence + 1 }],
    [other, lease],
    [engine, { executionId: newId(), fence: 1 }],
  ];
  for (const [sender, wrongLease] of wrong) {
    assert.deepEqual(await sender.start(wrongLease), [wrongLease.executionId]);
    assert.deepEqual(await sender.log(wrongLease, ['x']), [wrongLease.executionId]);
    assert.deepEqual(await sender.finish(wrongLease), [wrongLease.executionId]);
  }
  assert.deepEqual([await read(lease), await linesOf(lease)], before);
});

test('task-executions.lease.fence: each part of a report is checked separately', async () => {
  const [good, foreign] = [await claimLease(), await claimLease()];
  const old = { ...good, fence: good.fence + 7 };
  const unknown = { executionId: newId(), fence: 1 };
  const refused = await engine.report({
    starts: [
      { ...unknown, startedAt: 1 },
      { ...good, startedAt: REPORTED_AT },
    ],
    logs: [
      { ...good, firstIndex: 0, chunk: chunkOf([line('kept')]) },
      { ...old, firstIndex: 1, chunk: chunkOf([line('not kept')]) },
    ],
    finishes: [{ ...old, outcome: 'EXECUTION_FAILED', finishedAt: 1 }],
  });
  assert.deepEqual(refused.toSorted(), [unknown.executionId, good.executionId].toSorted());
  assert.deepEqual([(await read(good)).status, await linesOf(good)], ['executing', ['kept']]);
  assert.deepEqual(await other.report({ finishes: [{ ...foreign, outcome: 'EXECUTION_SUCCESS', finishedAt: 1 }] }), [foreign.executionId]);
  assert.equal((await read(foreign)).status, 'dispatching');
});

test('an outcome without an earlier start is stored, with the start time that it names', async () => {
  const [named, silent] = [await claimLease(), await claimLease()];
  const at = Date.now() + 1000;
  await engine.finish(named, { startedAt: at, finishedAt: at + 5 });
  await engine.finish(silent, { outcome: 'DEPLOY_FAILED' });
  assert.equal((await read(named)).startTimestamp, new Date(at).toISOString());
  const { startTimestamp, triggerTimestamp } = await read(silent);
  assert.equal(startTimestamp, triggerTimestamp);
  assert.deepEqual(await engine.start(named), [named.executionId], 'a start after the outcome is refused');
});

test('a report of an execution that no engine has claimed is refused', async () => {
  const elsewhere = await make.task();
  const { body } = await call('POST /processing/executions', { body: { executable: elsewhere.id } });
  const lease = { executionId: body.executionId, fence: 1 };
  assert.deepEqual(
    await engine.report({ starts: [{ ...lease, startedAt: 1 }], finishes: [{ ...lease, outcome: 'EXECUTION_SUCCESS', finishedAt: 1 }] }),
    [lease.executionId],
  );
  assert.equal((await read(lease)).executionStatus, 'EXECUTION_EVENT_RECEIVED');
});

test('text that the database cannot store does not block a report', async () => {
  const lease = await claimLease();
  await engine.log(lease, ['nul \0 inside', 'half \ud83d pair', 'whole 🚧']);
  await engine.finish(lease, { outcome: 'EXECUTION_FAILED', errorType: 'A\0B', errorMessage: 'at \0 and \udc00' });
  assert.deepEqual(await linesOf(lease), ['nul  inside', 'half \ufffd pair', 'whole 🚧']);
  const { status, errorType, errorMessage } = await read(lease);
  assert.deepEqual([status, errorType, errorMessage], ['execution_failed', 'AB', 'at  and \ufffd']);
});

test('a report with one malformed part is refused as a whole', async () => {
  const lease = await claimLease();
  const good = { ...lease, outcome: 'EXECUTION_SUCCESS', finishedAt: REPORTED_AT };
  const cases = [
    { finishes: [good, { ...good, outcome: 'STOPPING_FLOW_EXECUTION' }] },
    { finishes: [good, { ...good, finishedAt: -1 }] },
    { finishes: [good, { ...good, errorMessage: 'x'.repeat(4001) }] },
    { finishes: [good], logs: [{ ...lease, firstIndex: -1, chunk: chunkOf([line('x')]) }] },
    { finishes: [good], logs: [{ ...lease, firstIndex: 0, chunk: '' }] },
    { finishes: [good], logs: [{ ...lease, firstIndex: 0, chunk: chunkOf([]) }] },
    { finishes: [good], logs: [{ ...lease, firstIndex: 0, chunk: Buffer.from('1 IO unfinished').toString('base64') }] },
    { finishes: [good], logs: [{ ...lease, firstIndex: 0, chunk: Buffer.from('1 XO x\n').toString('base64') }] },
    { finishes: [good], logs: [{ ...lease, firstIndex: 0, chunk: Buffer.from('x IO x\n').toString('base64') }] },
    { finishes: [good], logs: [{ ...lease, firstIndex: 0, chunk: chunkOf([line('cut off')]).slice(0, 16) }] },
    {
      finishes: [good],
      logs: [{ ...lease, firstIndex: 0, chunk: zstdCompressSync(Buffer.alloc(2 ** 26, '1 IO x\n')).toString('base64') }],
    },
    { finishes: [good], logs: [{ ...lease, firstIndex: 0, chunk: chunkOf(Array.from({ length: 8193 }, () => line('x'))) }] },
    { finishes: [good], logs: [{ ...lease, firstIndex: 0, chunk: chunkOf([{ ...line(''), message: 'x'.repeat(65_601) }]) }] },
    { finishes: [good], mood: 'fine' },
  ];
  for (const body of cases) await leavesNothing(server, ROUTE, { token: engine.credential, body }, 400, 'malformed_request', 'log_chunk');
  assert.equal((await read(lease)).executionStatus, 'DISPATCHING_FLOW');
  assert.deepEqual(await engine.report({}), [], 'an empty report is accepted');
  assertRefused(await engine.send(ROUTE, { logs: {} }), 400, 'malformed_request');
});

test('task-executions.times.engine-clock', async () => {
  const hour = 3_600_000;
  for (const shift of [hour, -hour]) {
    const lease = await claimLease();
    const before = Date.now();
    const at = before + shift;
    await engine.report({
      sentAt: at,
      starts: [{ ...lease, startedAt: at - 2000 }],
      logs: [{ ...lease, firstIndex: 0, chunk: chunkOf([{ ...line('a'), at: at - 1000 }]) }],
    });
    await engine.report({ sentAt: at, finishes: [{ ...lease, outcome: 'EXECUTION_SUCCESS', finishedAt: at }] });
    const { startTimestamp, finishTimestamp } = await read(lease);
    const { body } = await call('GET /monitoring/executions/{id}/logs', { path: { id: lease.executionId } });
    // The error that remains after the correction: the duration of the calls.
    const errors = [Date.parse(startTimestamp) + 2000, Date.parse(finishTimestamp), body.data[0].logTimestamp + 1000].map(
      (time) => time - before,
    );
    assert.ok(
      errors.every((error) => error >= 0 && error < 60_000),
      `corrected to ${errors.join(', ')} ms after the true time`,
    );
  }
  const silent = await claimLease();
  const later = Date.now() + hour;
  await engine.finish(silent, { finishedAt: later });
  assert.equal((await read(silent)).finishTimestamp, new Date(later).toISOString(), 'without sentAt the reported time is stored');
});

test('task-executions.times.engine-clock: no execution ends in the future or before its start', async () => {
  const hour = 3_600_000;
  const reports: [clock: string, startedAt: number, finishedAt: number, sentAt: number][] = [
    ['a clock that is a little ahead', 1000, 3000, 3000],
    ['a clock that was set back between the start and the end of a run', hour, 100, 200],
    ['a clock that was set back before the report was sent', 0, hour, 10],
  ];
  for (const [clock, startedAt, finishedAt, sentAt] of reports) {
    const lease = await claimLease();
    const at = Date.now();
    await engine.report({
      sentAt: at + sentAt,
      starts: [{ ...lease, startedAt: at + startedAt }],
      finishes: [{ ...lease, outcome: 'EXECUTION_SUCCESS', finishedAt: at + finishedAt }],
    });
    const { startTimestamp, finishTimestamp } = await read(lease);
    const times = [Date.parse(startTimestamp), Date.parse(finishTimestamp), Date.now()];
    assert.deepEqual(
      times,
      times.toSorted((one, other) => one - other),
      clock,
    );
  }
});

test('task-executions.lease.expired: leases use the clock of the database, whatever time the engine reports', async () => {
  const lease = await claimLease();
  await engine.report({ sentAt: 0, starts: [{ ...lease, startedAt: 0 }] });
  assert.deepEqual(await engine.heartbeat([lease]), { stop: [], lost: [] });
  assert.equal((await read(lease)).status, 'executing');
  await engine.finish(lease);
});
