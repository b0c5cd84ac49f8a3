// run: own process because its engine starts processes
import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { ControlPlane } from '../test/control-plane.ts';
import { engineFor, messages } from '../test/engine.ts';
import type { TestExecution } from '../test/received-reports.ts';
import { shellBundle } from '../test/zips.ts';

const countingScript = (lines: number, wait: string) => `i=0; while [ $i -lt ${lines} ]; do echo "line $i"; i=$((i+1)); ${wait}; done`;
const outputOf = (execution: TestExecution) => messages(execution.lines, 'STDOUT');
const expected = (lines: number) => Array.from({ length: lines }, (_, index) => `line ${index}`);

test('keeps a task running while the control plane cannot be reached, then reports every line once and in order', async (t) => {
  const { plane, logged } = await engineFor(t);
  const execution = plane.add(await shellBundle(countingScript(100, 'sleep 0.01')));
  await plane.until(() => outputOf(execution).length > 5, 'the first lines');
  await plane.close();
  await new Promise((resolve) => setTimeout(resolve, 700));
  const before = outputOf(execution).length;
  await plane.open();
  const finish = await plane.ended(execution);
  assert.equal(finish.outcome, 'EXECUTION_SUCCESS');
  assert.ok(before < 100);
  assert.deepEqual(outputOf(execution), expected(100));
  assert.deepEqual(plane.faults, []);
  assert.equal(logged.filter((line) => line.includes('cannot be reached')).length, 1);
  assert.equal(logged.filter((line) => line.includes('answers again')).length, 1);
});

test('reports the end of a task that ended while the control plane could not be reached', async (t) => {
  const { plane } = await engineFor(t);
  const execution = plane.add(await shellBundle('echo ready; sleep 0.3; echo late'));
  await plane.until(() => outputOf(execution).length >= 1, 'the first line');
  await plane.close();
  await new Promise((resolve) => setTimeout(resolve, 800));
  await plane.open();
  await plane.ended(execution);
  assert.deepEqual(outputOf(execution), ['ready', 'late']);
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
    const execution = plane.add(await shellBundle('echo ready; sleep 0.2; echo late'));
    await plane.until(() => outputOf(execution).length >= 1, 'the first line');
    plane.refuseAll = status;
    await new Promise((resolve) => setTimeout(resolve, 500));
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
  const execution = plane.add(await shellBundle('echo ready; sleep 0.4; echo late'));
  await plane.until(() => outputOf(execution).length >= 1, 'the first line');
  await plane.close();
  agent.orphan();
  const later = plane.add(await shellBundle('echo never'));
  await new Promise((resolve) => setTimeout(resolve, 600));
  await plane.open();
  assert.equal((await plane.ended(execution)).outcome, 'EXECUTION_SUCCESS');
  assert.deepEqual(outputOf(execution), ['ready', 'late']);
  assert.equal(await agent.done, 'orphaned');
  assert.equal(later.state, 'queued');
});

test('ends some time after its parent when the control plane stays unreachable', async (t) => {
  const { plane, agent, logged } = await engineFor(t, { orphanMilliseconds: 200 });
  // The task ends only after the control plane is closed, however slow the machine is.
  const gate = join(tmpdir(), `millrace-gate-${crypto.randomUUID()}`);
  await writeFile(gate, '');
  t.after(() => rm(gate, { force: true }));
  const execution = plane.add(await shellBundle(`echo ready; while [ -e ${gate} ]; do sleep 0.05; done`));
  await plane.until(() => outputOf(execution).length === 1, 'the first line');
  await plane.close();
  await rm(gate);
  agent.orphan();
  assert.equal(await agent.done, 'orphaned');
  assert.ok(logged.some((line) => line.includes('did not answer again')));
  assert.equal(execution.finish, undefined);
});
