// isolation: own process because it mocks the clock
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closingLines, toFinish } from './outcome.ts';
import { onSteadyClock, steadyNow } from './steady-clock.ts';

const HOUR = 3_600_000;

test('what an engine reports goes on evenly while the clock of its machine is set back or forward', (t) => {
  const machine = Date.now.bind(Date);
  for (const step of [-HOUR, HOUR]) {
    const started = steadyNow();
    t.mock.method(Date, 'now', () => machine() + step);
    const { finishedAt } = toFinish({ outcome: 'EXECUTION_SUCCESS' }, {});
    const line = closingLines({ outcome: 'EXECUTION_SUCCESS' }, undefined, {}, 1)[0];
    const sent = steadyNow();
    t.mock.restoreAll();
    const times = [started, finishedAt, line?.at ?? NaN, sent];
    assert.deepEqual(
      times,
      times.toSorted((one, other) => one - other),
      `a step of ${step} ms`,
    );
    assert.ok(sent - started < HOUR / 2, 'the step is not told');
    assert.ok(times.every(Number.isSafeInteger));
  }
});

test('a time that a task tells by the clock of the machine is moved by as much as that clock was set', (t) => {
  assert.equal(onSteadyClock(1_795_241_629.5), 1_795_241_629.5);
  const machine = Date.now.bind(Date);
  t.mock.method(Date, 'now', () => machine() + HOUR);
  const moved = onSteadyClock(Date.now() / 1000);
  t.mock.restoreAll();
  assert.ok(Math.abs(moved - Date.now() / 1000) < 60, `${moved}`);
});
