// isolation: own process because its engine starts processes
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ControlPlane } from '../test/control-plane.ts';
import { engineFor, messages } from '../test/engine.ts';
import { shellBundle } from '../test/zips.ts';

const STREAM = 'POST /engine/v1/claims/stream';
const SINGLE = 'POST /engine/v1/claims';

function planeWith(stream: ControlPlane['stream']): ControlPlane {
  const plane = new ControlPlane();
  plane.stream = stream;
  return plane;
}

test('asks again only when half of its room is given', async (t) => {
  const { plane } = await engineFor(t, { capacity: 6 });
  for (let index = 1; index <= 3; index += 1) {
    assert.equal((await plane.ended(plane.add(await shellBundle('exit 0')))).outcome, 'EXECUTION_SUCCESS');
    if (index < 3) assert.equal(plane.claims.length, 1);
  }
  await plane.until(() => plane.claims.length === 2, 'the next claim');
  assert.deepEqual([plane.calls.get(STREAM), plane.calls.get(SINGLE)], [2, undefined]);
  assert.deepEqual(plane.faults, []);
});

test('stops what a later part of the same answer names', async (t) => {
  const { plane } = await engineFor(t, { capacity: 6, beatMilliseconds: 60_000 });
  const known = plane.add(await shellBundle('echo begun; sleep 60'));
  await plane.until(() => messages(known.lines, 'STDOUT').length === 1, 'its first line');
  plane.stop(known);
  assert.equal((await plane.ended(known)).outcome, 'EXECUTION_TERMINATED');
  assert.equal(plane.claims.length, 1);
});

test('task-executions.lease.unanswered: an answer that breaks off takes nothing of what came, and what did not come is run once', async (t) => {
  const { plane } = await engineFor(t, { capacity: 8 });
  const first = plane.add(await shellBundle('echo begun; sleep 1'));
  await plane.until(() => messages(first.lines, 'STDOUT').length === 1, 'its first line');
  plane.loseAnswers.push('/engine/v1/claims/stream');
  const second = plane.add(await shellBundle('echo once'));
  assert.equal((await plane.ended(second)).outcome, 'EXECUTION_SUCCESS');
  assert.equal((await plane.ended(first)).outcome, 'EXECUTION_SUCCESS');
  assert.deepEqual(plane.loseAnswers, []);
  assert.deepEqual(plane.claims[1]?.unanswered, [2, 3, 4]);
  assert.deepEqual([messages(first.lines, 'STDOUT'), messages(second.lines, 'STDOUT')], [['begun'], ['once']]);
  assert.deepEqual(plane.faults, []);
});

test('asks for single answers where the control plane is older', async (t) => {
  const { plane } = await engineFor(t, {}, planeWith('unknown'));
  for (let index = 0; index < 3; index += 1)
    assert.equal((await plane.ended(plane.add(await shellBundle('exit 0')))).outcome, 'EXECUTION_SUCCESS');
  assert.equal(plane.calls.get(STREAM), 1);
  assert.deepEqual(plane.faults, []);
});

test('asks for single answers, and says so, where something holds answers back until they end', async (t) => {
  const { plane, logged } = await engineFor(t, { overdueMilliseconds: 300 }, planeWith('held back'));
  for (let index = 0; index < 3; index += 1) {
    const known = plane.add(await shellBundle('echo once'));
    assert.equal((await plane.ended(known)).outcome, 'EXECUTION_SUCCESS');
    assert.deepEqual(messages(known.lines, 'STDOUT'), ['once']);
  }
  assert.equal(plane.calls.get(STREAM), 1);
  assert.equal(logged.filter((line) => line.includes('a proxy buffers its answers')).length, 1);
  assert.deepEqual(plane.faults, []);
});
