// run: waiting because its engine starts processes
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { ControlPlane } from '../../test/control-plane.ts';
import { temporaryFolder } from '../../test/engine.ts';
import type { TestExecution } from '../../test/received-reports.ts';
import { fixedCredential } from './credential.ts';
import { openProtocol } from './protocol.ts';
import { Reporter } from './reporter.ts';

const END = { outcome: 'EXECUTION_SUCCESS', finishedAt: 2 } as const;

async function reporterFor(t: TestContext): Promise<{ plane: ControlPlane; reporter: Reporter; spillPath: string; logged: string[] }> {
  const plane = await new ControlPlane().open();
  const ending = new AbortController();
  const logged: string[] = [];
  const log = (_level: string, message: string) => void logged.push(message);
  const protocol = openProtocol({ url: plane.url, credentials: fixedCredential(plane.credential), log });
  const reporter = new Reporter({ protocol, log, signal: ending.signal, deleted: () => {} });
  t.after(async () => {
    ending.abort(new Error('over'));
    await plane.close();
  });
  return { plane, reporter, spillPath: join(await temporaryFolder(), 'unsent'), logged };
}

function held(plane: ControlPlane, executionId?: string): TestExecution {
  const execution = plane.add(undefined, executionId === undefined ? {} : { executionId });
  execution.state = 'held';
  return execution;
}

test('does not apply the answer to an older report to the same execution under a newer fence', async (t) => {
  const { plane, reporter, spillPath } = await reporterFor(t);
  const gate = Promise.withResolvers<void>();
  plane.gates.set('/engine/v1/reports', gate.promise);
  const first = held(plane);
  let refusals = 0;
  const older = reporter.open(first.claim, spillPath, () => (refusals += 1));
  void older.finished(END);
  await plane.until(() => plane.calls.get('POST /engine/v1/reports') === 1, 'the older report');
  older.discard();
  const second = held(plane, first.claim.executionId);
  const newer = reporter.open(second.claim, spillPath, () => (refusals += 1));
  plane.gates.clear();
  gate.resolve();
  newer.lines([{ at: 1, severity: 'INFO', type: 'STDOUT', message: 'hello' }]);
  assert.equal(await newer.finished(END), 'accepted');
  assert.deepEqual(
    second.lines.map((line) => line.message),
    ['hello'],
  );
  assert.equal(refusals, 0);
});

test('the ends that arrive while a report is sent are collected into the next report', async (t) => {
  const { plane, reporter, spillPath } = await reporterFor(t);
  const all = Array.from({ length: 200 }, () => held(plane));
  const receipts = await Promise.all(all.map((execution) => reporter.open(execution.claim, spillPath, () => {}).finished(END)));
  assert.ok(receipts.every((receipt) => receipt === 'accepted'));
  assert.ok((plane.calls.get('POST /engine/v1/reports') ?? 0) <= 3);
});

test('a single end is reported immediately; ends that follow soon share reports', async (t) => {
  const { plane, reporter, spillPath } = await reporterFor(t);
  const began = performance.now();
  const receipts: Promise<string>[] = [];
  for (let index = 0; index < 40; index += 1) {
    receipts.push(reporter.open(held(plane).claim, spillPath, () => {}).finished(END));
    await new Promise((resolve) => void setTimeout(resolve, 2));
  }
  assert.ok((await Promise.all(receipts)).every((receipt) => receipt === 'accepted'));
  const limit = 2 + (performance.now() - began) / 25;
  const reports = plane.calls.get('POST /engine/v1/reports') ?? 0;
  assert.ok(reports > 0 && reports <= limit, `${reports} reports, at most ${limit} expected`);
});

test('abandons only the execution whose report is refused as malformed, and delivers all others', async (t) => {
  const { plane, reporter, spillPath, logged } = await reporterFor(t);
  const all = Array.from({ length: 9 }, () => held(plane));
  let refusals = 0;
  const receipts = await Promise.all(
    all.map((execution, index) =>
      reporter.open(execution.claim, spillPath, () => (refusals += 1)).finished(index === 4 ? { ...END, finishedAt: -1 } : END),
    ),
  );
  assert.deepEqual(
    receipts,
    all.map((_, index) => (index === 4 ? 'refused' : 'accepted')),
  );
  assert.equal(refusals, 1);
  assert.ok(logged.some((message) => message.includes('refuses a report as malformed')));
});

test('an execution with many log lines does not delay the reports of others', async (t) => {
  const { plane, reporter, spillPath } = await reporterFor(t);
  const [talkative, quiet] = [held(plane), held(plane)];
  const line = { at: 1, severity: 'INFO', type: 'STDOUT', message: 'x'.repeat(1000) } as const;
  const reports = reporter.open(talkative.claim, spillPath, () => {});
  reports.lines(Array.from({ length: 20_000 }, () => line));
  const end = reports.finished(END);
  await reporter.open(quiet.claim, `${spillPath}-2`, () => {}).finished(END);
  assert.ok(talkative.lines.length < 20_000);
  assert.equal(await end, 'accepted');
  assert.equal(talkative.lines.length, 20_000);
  assert.deepEqual(plane.faults, []);
});
