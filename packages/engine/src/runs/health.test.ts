import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { Health } from './health.ts';
import { illnessOfCode } from './run-faults.ts';

const FULL = illnessOfCode('ENOSPC');

/** Creates a `Health` whose self-test returns `machine.illness`; `until` waits until a condition holds. */
function healthFor(t: TestContext) {
  const ending = new AbortController();
  t.after(() => ending.abort());
  const logged: string[] = [];
  const machine = { illness: undefined as typeof FULL | undefined, tests: 0 };
  const health: Health = new Health({
    test: () => {
      machine.tests += 1;
      return Promise.resolve(machine.illness);
    },
    changed: () => undefined,
    log: (level, message) => logged.push(`${level} ${message}`),
    signal: ending.signal,
    pauseMilliseconds: 20,
  });
  const until = async (condition: () => boolean): Promise<void> => {
    for (let tries = 0; !condition(); tries += 1) {
      assert.ok(tries < 2000, 'the condition never held');
      await wait(5);
    }
  };
  return { health, machine, logged, until };
}

test('claims nothing after a fault until the self-test has passed', async (t) => {
  const { health, machine, logged, until } = healthFor(t);
  assert.equal(health.claimable(4, 0), 4);
  health.failed(FULL);
  assert.equal(health.claimable(4, 0), 0, 'it claims nothing during the self-test');
  await until(() => health.claimable(4, 0) === 4);
  assert.deepEqual([health.illness, machine.tests, logged], [undefined, 1, []]);
});

test('starts the self-test only when the files of the run are removed', async (t) => {
  const { health, machine, until } = healthFor(t);
  const cleared = Promise.withResolvers<void>();
  health.failed(FULL, cleared.promise);
  // Another engine, which failed later and has no files to remove, has begun its self-test meanwhile.
  const other = healthFor(t);
  other.health.failed(FULL);
  await other.until(() => other.machine.tests === 1);
  assert.equal(machine.tests, 0);
  cleared.resolve();
  await until(() => machine.tests === 1);
});

test('is ill while the self-test fails, then claims one run, and after its start as many as are free', async (t) => {
  const { health, machine, logged, until } = healthFor(t);
  machine.illness = FULL;
  health.failed(FULL);
  await until(() => health.illness !== undefined);
  assert.deepEqual([health.illness, health.claimable(4, 0)], [FULL, 0]);
  machine.illness = illnessOfCode('EROFS');
  await until(() => health.illness?.code === 'EROFS');
  machine.illness = undefined;
  await until(() => health.illness === undefined);
  assert.deepEqual([health.claimable(4, 0), health.claimable(3, 1), health.claimable(0, 0)], [1, 0, 0]);
  health.began();
  assert.deepEqual([health.claimable(4, 0), health.claimable(3, 1)], [4, 3]);
  assert.deepEqual(logged, ['error The engine is ill and takes no work until it is well', 'info The engine is well again and takes work']);
});

test('is ill after three faults in a row although the self-test passes, and its pauses grow until a run has started', async (t) => {
  const { health, until } = healthFor(t);
  const pauses: number[] = [];
  for (let number = 0; number < 2; number += 1) {
    health.failed(FULL);
    await until(() => health.claimable(4, 0) === 4);
  }
  for (let number = 0; number < 5; number += 1) {
    const began = performance.now();
    health.failed(FULL);
    await until(() => health.illness !== undefined);
    await until(() => health.illness === undefined);
    pauses.push(performance.now() - began);
    assert.equal(health.claimable(4, 0), 1);
  }
  // The pauses grow from 20 ms to 320 ms; each is shortened at random by up to a half.
  assert.ok((pauses[4] ?? 0) >= 160 && (pauses[0] ?? 0) >= 10, pauses.join());
  health.began();
  health.failed(FULL);
  await until(() => health.claimable(4, 0) === 4);
  assert.equal(health.illness, undefined, 'a single fault causes no illness');
});
