import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { arm, FAULT_POINTS, reachFaultPoint, readFault } from '../src/fault-points.ts';

const ON = { MILLRACE_FAULTS: 'on' };

function deathsOf(t: TestContext, fault: Parameters<typeof arm>[0]): { count: number } {
  const deaths = { count: 0 };
  arm(fault, () => (deaths.count += 1));
  t.after(() => arm(undefined));
  return deaths;
}

test('a fault point kills only if it is armed, and only at the pass with the given number', (t) => {
  reachFaultPoint('accept.before-commit');
  const deaths = deathsOf(t, { point: 'accept.before-commit', nth: 2 });
  reachFaultPoint('accept.after-commit');
  reachFaultPoint('accept.before-commit');
  assert.equal(deaths.count, 0);
  reachFaultPoint('accept.before-commit');
  reachFaultPoint('accept.before-commit');
  assert.equal(deaths.count, 1);
});

test('a fault is read from the environment of a process that was started for tests', () => {
  assert.equal(readFault({}), undefined);
  assert.equal(readFault({ ...ON, MILLRACE_FAULT: '' }), undefined);
  assert.deepEqual(readFault({ ...ON, MILLRACE_FAULT: 'engine.after-spawn' }), { point: 'engine.after-spawn', nth: 1 });
  assert.deepEqual(readFault({ ...ON, MILLRACE_FAULT: 'claim.after-commit:12' }), { point: 'claim.after-commit', nth: 12 });
});

test('a fault is refused where MILLRACE_FAULTS is not on, and where the fault point does not exist', () => {
  assert.throws(() => readFault({ MILLRACE_FAULT: 'claim.after-commit' }), /for tests only: remove it/);
  assert.throws(() => readFault({ MILLRACE_FAULT: 'claim.after-commit', MILLRACE_FAULTS: 'yes' }), /for tests only: remove it/);
  for (const text of ['nowhere', 'claim.after-commit:0', 'claim.after-commit:', 'claim.after-commit:x', ' claim.after-commit'])
    assert.throws(() => readFault({ ...ON, MILLRACE_FAULT: text }), /set it to a fault point/, text);
});

test('no fault point is in the list twice', () => {
  const points = Object.values(FAULT_POINTS).flat();
  assert.equal(new Set(points).size, points.length);
});
