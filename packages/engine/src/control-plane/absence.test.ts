// run: waiting because its engine starts processes
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ControlPlane } from '../../test/control-plane.ts';
import { engineFor, messages } from '../../test/engine.ts';
import { isAlive } from '../../test/processes.ts';
import type { TestExecution } from '../../test/received-reports.ts';
import { taskGate } from '../../test/task-gate.ts';
import { shellBundle } from '../../test/zips.ts';

const countingScript = (lines: number, wait: string, first = 0) =>
  `i=${first}; while [ $i -lt ${lines} ]; do echo "line $i"; i=$((i+1)); ${wait}; done`;
const outputOf = (execution: TestExecution) => messages(execution.lines, 'STDOUT');
const expected = (lines: number) => Array.from({ length: lines }, (_, index) => `line ${index}`);

test('keeps a task running while the control plane cannot be reached, then reports every line once and in order', async (t) => {
  const { plane, logged } = await engineFor(t);
  const [absent, wrote] = [await taskGate(), await taskGate()];
  const script = [
    countingScript(10, ':'),
    absent.pass,
    countingScript(90, ':', 10),
    wrote.arrive,
    wrote.pass,
    countingScript(100, ':', 90),
  ];
  const execution = plane.add(await shellBundle(script.join('; ')));
  await plane.until(() => outputOf(execution).length === 10, 'the first lines');
  await plane.close();
  await absent.open();
  await wrote.arrived();
  await plane.until(() => logged.some((line) => line.includes('cannot be reached')), 'the engine to notice');
  const before = outputOf(execution).length;
  await plane.open();
  await wrote.open();
  const finish = await plane.ended(execution);
  assert.equal(finish.outcome, 'EXECUTION_SUCCESS');
  assert.equal(before, 10);
  assert.deepEqual(outputOf(execution), expected(100));
  assert.deepEqual(plane.faults, []);
  const loggedTimes = (text: string) => logged.filter((line) => line.includes(text)).length;
  // The last report arrives before the engine reads its answer, so the engine may still be about to log this.
  await plane.until(() => loggedTimes('answers again') > 0, 'the engine to notice the return');
  assert.deepEqual([loggedTimes('cannot be reached'), loggedTimes('answers again')], [1, 1]);
});

test('reports the end of a task that ended while the control plane could not be reached', async (t) => {
  const { plane } = await engineFor(t);
  const gate = await taskGate();
  const execution = plane.add(await shellBundle(`echo ready $$; ${gate.pass}; echo late`));
  await plane.until(() => outputOf(execution).length === 1, 'the first line');
  const pid = Number(outputOf(execution)[0]?.slice('ready '.length));
  await plane.close();
  await gate.open();
  await plane.until(() => !isAlive(pid), 'the end of the task');
  await plane.open();
  await plane.ended(execution);
  assert.deepEqual(outputOf(execution), [`ready ${pid}`, 'late']);
});

test('sends a report again when its answer is lost, without duplicates', async (t) => {
  const { plane } = await engineFor(t);
  plane.loseAnswers.push('/engine/v1/reports', '/engine/v1/reports', '/engine/v1/beats');
  const execution = plane.add(await shellBundle(countingScript(50, 'sleep 0.005')));
  assert.equal((await plane.ended(execution)).outcome, 'EXECUTION_SUCCESS');
  assert.deepEqual(outputOf(execution), expected(50));
  assert.deepEqual(plane.loseAnswers, []);
  assert.deepEqual(plane.faults, []);
});

test('repeats an unanswered heartbeat long before the next one is due', async (t) => {
  const plane = new ControlPlane();
  plane.loseAnswers.push('/engine/v1/beats', '/engine/v1/beats');
  await engineFor(t, { heartbeatMilliseconds: 3_600_000 }, plane);
  await plane.until(() => plane.calls.get('POST /engine/v1/beats') === 3, 'a heartbeat after two that were lost');
  assert.deepEqual(plane.loseAnswers, []);
});

test('sends smaller reports when the control plane refuses them as too large', async (t) => {
  const { plane } = await engineFor(t);
  plane.maxReportBytes = 3000;
  const execution = plane.add(await shellBundle(countingScript(300, ':')));
  assert.equal((await plane.ended(execution)).outcome, 'EXECUTION_SUCCESS');
  assert.deepEqual(outputOf(execution), expected(300));
  assert.deepEqual(plane.faults, []);
});

test('continues after temporary server errors and refusals', async (t) => {
  for (const status of [500, 503, 429]) {
    const { plane, agent } = await engineFor(t);
    const gate = await taskGate();
    const execution = plane.add(await shellBundle(`echo ready; ${gate.pass}; echo late`));
    await plane.until(() => outputOf(execution).length >= 1, 'the first line');
    plane.refuseAll = status;
    plane.calls.clear();
    await gate.open();
    const refusedTwice = (route: string) => (plane.calls.get(`POST /engine/v1/${route}`) ?? 0) >= 2;
    await plane.until(() => refusedTwice('reports') && refusedTwice('beats'), 'calls that are refused');
    plane.refuseAll = undefined;
    assert.equal((await plane.ended(execution)).outcome, 'EXECUTION_SUCCESS');
    await agent.stop();
  }
});

test('stops all tasks and logs the reason when the engine was deleted', async (t) => {
  const { plane, agent, logged } = await engineFor(t);
  const execution = plane.add(await shellBundle('echo ready; exec sleep 60'));
  await plane.until(() => outputOf(execution).length === 1, 'the first line');
  plane.refuseAll = 401;
  assert.equal(await agent.done, 'deleted');
  const lines = logged.filter((line) => line.includes('was deleted'));
  assert.equal(lines.length, 1);
  assert.match(lines[0] ?? '', /Get a new pairing key and pair again/);
  assert.equal(execution.finish, undefined);
});

test('finishes and reports running tasks after the end of its parent, and claims nothing more', async (t) => {
  const { plane, agent } = await engineFor(t);
  const gate = await taskGate();
  const execution = plane.add(await shellBundle(`echo ready $$; ${gate.pass}; echo late`));
  await plane.until(() => outputOf(execution).length >= 1, 'the first line');
  const pid = Number(outputOf(execution)[0]?.slice('ready '.length));
  await plane.close();
  agent.orphan();
  const later = plane.add(await shellBundle('echo never'));
  await gate.open();
  await plane.until(() => !isAlive(pid), 'the end of the task');
  await plane.open();
  assert.equal((await plane.ended(execution)).outcome, 'EXECUTION_SUCCESS');
  assert.deepEqual(outputOf(execution), [`ready ${pid}`, 'late']);
  assert.equal(await agent.done, 'orphaned');
  assert.equal(later.state, 'queued');
});

test('ends some time after its parent when the control plane stays unreachable', async (t) => {
  const { plane, agent, logged } = await engineFor(t, { orphanMilliseconds: 200, settleMilliseconds: 200 });
  const gate = await taskGate();
  const execution = plane.add(await shellBundle(`echo ready; ${gate.pass}`));
  await plane.until(() => outputOf(execution).length === 1, 'the first line');
  await plane.close();
  await gate.open();
  agent.orphan();
  assert.equal(await agent.done, 'orphaned');
  assert.ok(logged.some((line) => line.includes('did not answer again')));
  assert.equal(execution.finish, undefined);
});
