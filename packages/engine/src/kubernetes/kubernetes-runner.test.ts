// run: own process, in test:all because its engine starts processes
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import type { Schema } from '@millrace/contract';
import { messages } from '../../test/engine.ts';
import { podEngine } from '../../test/pod-engine.ts';
import { taskGate } from '../../test/task-gate.ts';
import { shellBundle, zipOf } from '../../test/zips.ts';
import type { PodOrder } from './pod-order.ts';

/** Commands that write the lines with these numbers. */
const count = (first: number, last: number): string => `for i in $(seq ${first} ${last}); do echo "line $i"; done`;
const counted = (lines: number): string[] => Array.from({ length: lines }, (_one, index) => `line ${index + 1}`);

/** Reports two rows, and cleans up when it is asked to end. */
const STOPPED = `echo '{"processed":2}' >> "$MILLRACE_REPORT"; trap "echo cleaned; exit 1" TERM; echo ready; while :; do sleep 0.1; done`;

test('an execution runs as a pod: its lines, its outcome and its counts arrive, and its Job is removed', async (t) => {
  const { plane, cluster } = await podEngine(t);
  const zip = await shellBundle('echo one; echo two >&2; echo \'{"processed":3,"rejected":1}\' >> "$MILLRACE_REPORT"');
  const execution = plane.add(zip);
  const finish = await plane.ended(execution);
  assert.deepEqual([finish.outcome, finish.processedRows, finish.rejectedRows], ['EXECUTION_REJECTED', 3, 1]);
  assert.deepEqual(messages(execution.lines, 'STDOUT'), ['one']);
  assert.deepEqual(messages(execution.lines, 'STDERR'), ['two']);
  assert.equal(messages(execution.lines, 'SYSTEM')[0], 'Engine engine-of-the-test starts sample 1.0.0');
  assert.match(messages(execution.lines, 'SYSTEM').at(-1) ?? '', /^Ended: EXECUTION_REJECTED, exit code 0, 3 rows processed/);
  assert.ok(execution.startedAt !== undefined);
  assert.match(execution.podName ?? '', /^millrace-/);
  await cluster.until(() => cluster.runs.size === 0, 'the removal of the Job');
});

test('every one of 20,000 lines of a pod arrives in order, and the last one, which has no line end', async (t) => {
  const { plane } = await podEngine(t);
  const execution = plane.add(await shellBundle('seq -f "line %.0f" 1 20000; printf "the end"'));
  assert.equal((await plane.ended(execution)).outcome, 'EXECUTION_SUCCESS');
  assert.deepEqual(messages(execution.lines, 'STDOUT'), [...counted(20_000), 'the end']);
});

test('an execution without a process ends without a pod', async (t) => {
  const { plane, cluster } = await podEngine(t);
  assert.equal((await plane.ended(plane.add(undefined))).outcome, 'EXECUTION_SUCCESS');
  assert.deepEqual(cluster.created, []);
});

test('the Job holds the claim in a Secret that it owns, and neither the Job nor the pod shows a parameter', async (t) => {
  const { plane, cluster } = await podEngine(t);
  cluster.startsPods = false;
  plane.add(await shellBundle('true'), { parameters: { pin: 'hunter22' }, secretParameters: ['pin'] });
  const run = await cluster.run();
  await cluster.until(() => run.secret !== undefined, 'the Secret');
  assert.doesNotMatch(JSON.stringify(run.job), /hunter22/);
  assert.match(Buffer.from(run.secret?.data['order.json'] ?? '', 'base64').toString(), /hunter22/);
  assert.deepEqual(
    run.secret?.metadata.ownerReferences?.map(({ kind, name, uid }) => ({ kind, name, uid })),
    [{ kind: 'Job', name: run.job.metadata.name, uid: run.job.metadata.uid }],
  );
});

test('a small bundle that the agent has in memory is in the order, so that the pod starts without a call', async (t) => {
  const { plane, cluster } = await podEngine(t);
  const program = { content: '#!/bin/sh\ncat data/text.txt\n', mode: 0o100755 };
  const small = await zipOf({
    'millrace.json': JSON.stringify({ name: 'sample', run: ['./bin/task.sh'], environment: [] }),
    'bin/task.sh': program,
    'data/text.txt': 'from a file',
  });
  const large = await shellBundle('echo from a large bundle', { 'large.bin': randomBytes(40_000) });
  const run = async (zip: Buffer, more: Partial<Schema<'ClaimedExecution'>> = {}): Promise<PodOrder & { lines: string[] }> => {
    const index = cluster.created.length;
    const execution = plane.add(zip, more);
    const { secret } = await cluster.run(index).then(async (one) => {
      await cluster.until(() => one.secret !== undefined, 'the Secret');
      return one;
    });
    const { outcome } = await plane.ended(execution);
    assert.equal(outcome, 'EXECUTION_SUCCESS');
    const order = JSON.parse(Buffer.from(secret?.data['order.json'] ?? '', 'base64').toString()) as PodOrder;
    return { ...order, lines: messages(execution.lines, 'STDOUT') };
  };
  const first = await run(small);
  assert.deepEqual([first.bundle, first.lines], [undefined, ['from a file']]);
  const second = await run(small);
  assert.deepEqual(second.bundle?.folders, ['bin', 'data']);
  assert.deepEqual(
    second.bundle?.files.map(({ path, program: isProgram }) => [path, isProgram]),
    [
      ['millrace.json', false],
      ['bin/task.sh', true],
      ['data/text.txt', false],
    ],
  );
  assert.deepEqual(second.lines, ['from a file']);
  await run(large);
  const again = await run(large);
  assert.deepEqual([again.bundle, again.lines], [undefined, ['from a large bundle']]);
  // The parameters leave no room for the bundle.
  const { lines: _lines, ...without } = first;
  const room = 2 ** 20 - 1024 - Buffer.byteLength(JSON.stringify(without));
  const filled = await run(small, { parameters: { text: 'x'.repeat(room - 100) } });
  assert.deepEqual([filled.bundle, filled.lines], [undefined, ['from a file']]);
});

test('task-executions.end.signal: a stop removes the Job, and the task ends by SIGTERM with its last lines', async (t) => {
  const { plane, cluster } = await podEngine(t);
  const execution = plane.add(await shellBundle(STOPPED));
  await plane.until(() => messages(execution.lines, 'STDOUT').includes('ready'), 'the start');
  plane.stop(execution);
  const finish = await plane.ended(execution);
  assert.deepEqual([finish.outcome, finish.processedRows], ['EXECUTION_TERMINATED', 2]);
  assert.deepEqual(messages(execution.lines, 'STDOUT'), ['ready', 'cleaned']);
  assert.equal(cluster.runs.size, 0);
});

test('a pod that waits is stopped without having begun', async (t) => {
  const { plane, cluster } = await podEngine(t);
  cluster.startsPods = false;
  const execution = plane.add(await shellBundle('true'));
  await cluster.run();
  plane.stop(execution);
  assert.equal((await plane.ended(execution)).outcome, 'EXECUTION_TERMINATED');
  await cluster.until(() => cluster.runs.size === 0, 'the removal of the Job');
});

test('connections to the log and to the watch that are cut lose and double no line', async (t) => {
  const { plane, cluster } = await podEngine(t);
  cluster.cutLogAfter = 7;
  const execution = plane.add(await shellBundle('for i in $(seq 1 40); do echo "line $i"; sleep 0.02; done'));
  const timer = setInterval(() => cluster.endWatches(), 50);
  t.after(() => clearInterval(timer));
  await plane.until(() => cluster.logConnections >= 4, 'connections to the log');
  cluster.cutLogAfter = Infinity;
  assert.equal((await plane.ended(execution)).outcome, 'EXECUTION_SUCCESS');
  assert.deepEqual(messages(execution.lines, 'STDOUT'), counted(40));
});

test('a cluster that does not answer for a while delays the lines of a run and loses none', async (t) => {
  const { plane, cluster, logged } = await podEngine(t);
  const gate = await taskGate();
  const execution = plane.add(await shellBundle([count(1, 10), gate.pass, count(11, 30), gate.arrive].join('; ')));
  await plane.until(() => messages(execution.lines, 'STDOUT').length === 10, 'lines');
  await cluster.stopListening();
  await gate.open();
  await gate.arrived();
  for (const text of ['The cluster cannot be reached', 'The connection to the log of a pod has ended'])
    await plane.until(() => logged.some((line) => line.includes(text)), text);
  assert.equal(execution.finish, undefined);
  await cluster.listen();
  assert.equal((await plane.ended(execution)).outcome, 'EXECUTION_SUCCESS');
  assert.deepEqual(messages(execution.lines, 'STDOUT'), counted(30));
});

test('an engine that starts again continues its pods, and removes those whose executions it has lost', async (t) => {
  const first = await podEngine(t);
  const { plane, cluster } = first;
  const [alone, together] = [await taskGate(), await taskGate()];
  const script = [count(1, 20), alone.pass, count(21, 40), together.arrive, together.pass, count(41, 60)].join('; ');
  const kept = plane.add(await shellBundle(script));
  const lost = plane.add(await shellBundle(`${count(1, 20)}; while :; do sleep 0.1; done`));
  await plane.until(() => [kept, lost].every(({ lines }) => messages(lines, 'STDOUT').length === 20), 'lines');
  // The first engine leaves at once, as when it is upgraded.
  await first.agent.stop();
  assert.equal(cluster.runs.size, 2);
  lost.state = 'lost';
  // Some lines are written while there is no engine.
  await alone.open();
  await together.arrived();
  assert.equal(messages(kept.lines, 'STDOUT').length, 20);
  const second = await podEngine(t, {}, first);
  await together.open();
  assert.equal((await plane.ended(kept)).outcome, 'EXECUTION_SUCCESS');
  assert.deepEqual(messages(kept.lines, 'STDOUT'), counted(60));
  assert.equal(lost.finish, undefined);
  await cluster.until(() => cluster.runs.size === 0, 'the removal of the Jobs');
  assert.equal(cluster.created.length, 2);
  assert.ok(second.logged.some((line) => line.includes('continues the runs')));
});

test('an engine that starts again numbers its own lines and those of the pod as before', async (t) => {
  const first = await podEngine(t);
  const { plane, cluster } = first;
  cluster.startsPods = false;
  const execution = plane.add(await shellBundle('echo one'));
  const run = await cluster.run();
  await cluster.until(() => run.secret !== undefined, 'the Secret');
  const condition = {
    type: 'PodScheduled',
    status: 'False',
    reason: 'Unschedulable',
    message: '0/1 nodes are available: 1 Insufficient memory.',
  };
  cluster.setStatus(run, { phase: 'Pending', conditions: [condition] });
  await plane.until(() => execution.lines.length === 1, 'the note');
  await first.agent.stop();
  await podEngine(t, {}, first);
  void cluster.startPod(run);
  assert.equal((await plane.ended(execution)).outcome, 'EXECUTION_SUCCESS');
  const [note, start] = messages(execution.lines, 'SYSTEM');
  assert.equal(note, 'No node of the cluster can take the pod: 0/1 nodes are available: 1 Insufficient memory.');
  assert.match(start ?? '', /^Engine engine-of-the-test starts/);
});

test('an execution whose engine was killed between the creation of the Job and of the Secret returns to the queue, and runs once', async (t) => {
  for (const mayReturn of [true, false]) {
    const first = await podEngine(t);
    const { plane, cluster } = first;
    cluster.refusals.set(
      'POST secrets',
      Array.from({ length: 20 }, () => undefined),
    );
    const execution = plane.add(await shellBundle('echo one'), mayReturn ? { returnsLeft: 5 } : {});
    const left = await cluster.run();
    await first.agent.stop();
    assert.equal(left.secret, undefined);
    cluster.refusals.clear();
    await podEngine(t, {}, first);
    const finish = await plane.ended(execution);
    if (mayReturn) {
      assert.deepEqual([finish.outcome, execution.returned?.map(({ errorType }) => errorType)], ['EXECUTION_SUCCESS', ['ORDER_LOST']]);
      assert.deepEqual(messages(execution.lines, 'STDOUT'), ['one']);
    } else {
      assert.deepEqual([finish.outcome, finish.errorType], ['DEPLOY_FAILED', 'ORDER_LOST']);
      assert.match(finish.errorMessage ?? '', /killed before it had given the pod its order/);
    }
    await cluster.until(() => cluster.runs.size === 0, 'the removal of the Jobs');
    assert.equal(cluster.created.length, mayReturn ? 2 : 1);
  }
});
