// run: waiting because its engine starts processes
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { ControlPlane } from '../../test/control-plane.ts';
import { engineFor, messages } from '../../test/engine.ts';
import { isAlive } from '../../test/processes.ts';
import type { TestExecution } from '../../test/received-reports.ts';
import { taskGate } from '../../test/task-gate.ts';
import { nodeBundle, shellBundle } from '../../test/zips.ts';

async function waitForLine(plane: ControlPlane, execution: TestExecution, pattern: RegExp): Promise<string[]> {
  const find = () => execution.lines.map((line) => pattern.exec(line.message)).find((match) => match);
  await plane.until(() => Boolean(find()), `a line like ${pattern}`);
  return find()?.slice(1) ?? [];
}

const IGNORES_TERM = `process.on('SIGTERM', () => {}); console.log('pid', process.pid); setInterval(() => {}, 1000);`;

test('ends a terminated task, which may clean up first', async (t) => {
  const { plane } = await engineFor(t, { heartbeatMilliseconds: 60_000 });
  const execution = plane.add(await shellBundle('trap "echo tidied; exit 7" TERM; echo ready; while :; do sleep 0.05; done'));
  await waitForLine(plane, execution, /^ready$/);
  plane.stop(execution);
  const finish = await plane.ended(execution);
  assert.equal(finish.outcome, 'EXECUTION_TERMINATED');
  assert.deepEqual(messages(execution.lines, 'STDOUT'), ['ready', 'tidied']);
  assert.deepEqual(plane.faults, []);
});

test('kills a task that ignores the request to end', async (t) => {
  const { plane } = await engineFor(t);
  const execution = plane.add(await nodeBundle(IGNORES_TERM));
  const [pid] = await waitForLine(plane, execution, /^pid (\d+)$/);
  plane.stop(execution);
  assert.equal((await plane.ended(execution)).outcome, 'EXECUTION_TERMINATED');
  assert.equal(isAlive(Number(pid)), false);
});

test('task-executions.end.signal: kills all processes of a terminated task, including orphans and processes that left its group', async (t) => {
  const { plane } = await engineFor(t);
  const script = `
    setsid sh -c 'trap "" TERM; (setsid sh -c "trap \\"\\" TERM; echo deep \\$\\$; sleep 60" &); echo daemon $$; exec sleep 60' &
    sh -c 'trap "" TERM; echo child $$; while :; do sleep 0.1; done' &
    sh -c 'trap "" TERM; setsid env -i sh -c "trap \\"\\" TERM; echo nameless \\$\\$; sleep 60" & wait; sleep 60' &
    sleep 60`;
  const execution = plane.add(await shellBundle(script));
  const pids = (
    await Promise.all(
      [/^deep (\d+)$/, /^daemon (\d+)$/, /^child (\d+)$/, /^nameless (\d+)$/].map((pattern) => waitForLine(plane, execution, pattern)),
    )
  ).map(([pid]) => Number(pid));
  assert.ok(pids.every(isAlive));
  plane.stop(execution);
  assert.equal((await plane.ended(execution)).outcome, 'EXECUTION_TERMINATED');
  assert.deepEqual(pids.filter(isAlive), []);
});

test('task-executions.status.timeout: ends a task at its timeout', async (t) => {
  const { plane } = await engineFor(t, { timeoutUnitMilliseconds: 100 });
  const finish = await plane.ended(plane.add(await shellBundle('sleep 60'), { timeoutMinutes: 2 }));
  assert.deepEqual([finish.outcome, finish.errorType], ['EXECUTION_TERMINATED_TIMEOUT', 'TIMEOUT']);
  assert.match(finish.errorMessage ?? '', /timeout of 2 min/);
});

test('ends an execution that is terminated while its bundle is fetched', async (t) => {
  const { plane } = await engineFor(t);
  const execution = plane.add(await shellBundle('echo never'));
  const gate = Promise.withResolvers<void>();
  plane.gates.set(`/engine/v1/bundles/${execution.claim.bundle.hash}`, gate.promise);
  await plane.until(() => execution.lines.length > 0, 'its first line');
  plane.stop(execution);
  assert.equal((await plane.ended(execution)).outcome, 'EXECUTION_TERMINATED');
  gate.resolve();
  assert.equal(execution.startedAt, undefined);
});

test('does not wait for a background process that holds the output open, and reports the lines that the task wrote', async (t) => {
  const { plane } = await engineFor(t);
  const gate = await taskGate();
  const execution = plane.add(
    await shellBundle(
      `sleep 60 & echo background $!; setsid sh -c "echo daemon \\$\\$; ${gate.arrive}; exec sleep 60" & ${gate.pass}; echo done`,
    ),
  );
  await gate.arrived();
  await gate.open();
  assert.equal((await plane.ended(execution)).outcome, 'EXECUTION_SUCCESS');
  assert.equal(messages(execution.lines, 'STDOUT').at(-1), 'done');
  const pids = (await Promise.all([/^background (\d+)$/, /^daemon (\d+)$/].map((pattern) => waitForLine(plane, execution, pattern)))).map(
    ([pid]) => Number(pid),
  );
  assert.deepEqual(pids.filter(isAlive), []);
});

test('kills the remaining processes of the process group when a task has ended', async (t) => {
  const { plane } = await engineFor(t);
  const execution = plane.add(await shellBundle('env -i sleep 60 >/dev/null 2>&1 & echo background $!'));
  await plane.ended(execution);
  const [pid] = await waitForLine(plane, execution, /^background (\d+)$/);
  // Without the kill, the child would sleep for a minute. A killed process needs a moment to end.
  await plane.until(() => !isAlive(Number(pid)), 'the end of the child');
});

test('kills a daemon that closed the output and left the process group', async (t) => {
  const { plane } = await engineFor(t);
  const execution = plane.add(
    await shellBundle(
      'setsid sh -c "echo \\$\\$ > $TMPDIR/pid; exec sleep 60" >/dev/null 2>&1 & until [ -s $TMPDIR/pid ]; do sleep 0.02; done; echo daemon $(cat $TMPDIR/pid)',
    ),
  );
  await plane.ended(execution);
  const [pid] = await waitForLine(plane, execution, /^daemon (\d+)$/);
  await plane.until(() => !isAlive(Number(pid)), 'the end of the daemon');
});

test('kills a task whose lease is lost and reports nothing more', async (t) => {
  const { plane, folder } = await engineFor(t);
  const execution = plane.add(await nodeBundle(IGNORES_TERM));
  const [pid] = await waitForLine(plane, execution, /^pid (\d+)$/);
  const lines = execution.lines.length;
  execution.state = 'lost';
  await plane.until(() => !isAlive(Number(pid)), 'the end of the task');
  while ((await readdir(join(folder, 'runs'))).length > 0) await new Promise((resolve) => setTimeout(resolve, 10));
  assert.equal(execution.finish, undefined);
  assert.equal(execution.lines.length, lines);
});

test('runs the same execution again under a newer fence', async (t) => {
  const { plane } = await engineFor(t);
  const zip = await nodeBundle(`console.log('pid', process.pid); setTimeout(() => {}, process.env.again ? 0 : 60_000);`, {}, ['again']);
  const first = plane.add(zip);
  const [pid] = await waitForLine(plane, first, /^pid (\d+)$/);
  const second = plane.add(zip, { executionId: first.claim.executionId, parameters: { again: 'yes' } });
  assert.equal((await plane.ended(second)).outcome, 'EXECUTION_SUCCESS');
  await plane.until(() => !isAlive(Number(pid)), 'the end of the older run');
  assert.deepEqual(plane.faults, []);
});

test('the loss of an older lease does not end the run of a newer lease', async (t) => {
  const { plane } = await engineFor(t, { heartbeatMilliseconds: 10 });
  const task = await taskGate();
  const zip = await shellBundle(`echo ready $round; ${task.pass}`, {}, ['round']);
  const first = plane.add(zip, { parameters: { round: 'one' } });
  await waitForLine(plane, first, /^ready one$/);
  const gate = Promise.withResolvers<void>();
  plane.gates.set('/engine/v1/beats', gate.promise);
  const heartbeats = plane.calls.get('POST /engine/v1/beats') ?? 0;
  await plane.until(() => (plane.calls.get('POST /engine/v1/beats') ?? 0) > heartbeats, 'a heartbeat that waits');
  const second = plane.add(zip, { executionId: first.claim.executionId, parameters: { round: 'two' } });
  await waitForLine(plane, second, /^ready two$/);
  plane.gates.clear();
  gate.resolve();
  const answered = plane.calls.get('POST /engine/v1/beats') ?? 0;
  await plane.until(() => (plane.calls.get('POST /engine/v1/beats') ?? 0) > answered, 'a heartbeat after the answer');
  await task.open();
  assert.equal((await plane.ended(second)).outcome, 'EXECUTION_SUCCESS');
});

test('task-executions.status.shutdown: ends running tasks when it is shut down, and reports the reason', async (t) => {
  const { plane, agent } = await engineFor(t);
  const execution = plane.add(await nodeBundle(IGNORES_TERM));
  const [pid] = await waitForLine(plane, execution, /^pid (\d+)$/);
  await agent.stop();
  assert.equal(await agent.done, 'stopped');
  assert.deepEqual([execution.finish?.outcome, execution.finish?.errorType], ['EXECUTION_TERMINATED_SHUTDOWN', 'ENGINE_SHUTDOWN']);
  assert.equal(isAlive(Number(pid)), false);
});
