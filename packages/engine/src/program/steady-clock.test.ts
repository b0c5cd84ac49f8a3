// run: own process because it mocks the clock
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ExecutionReports } from '../control-plane/execution-reports.ts';
import { closingLines, toFinish } from '../outcomes/outcome.ts';
import { runInline } from '../runs/runner.ts';
import { onSteadyClock, steadyNow } from './steady-clock.ts';

const HOUR = 3_600_000;

/** The start and the end that an inline execution reports. */
function inlineTimes(): number[] {
  const reports = new ExecutionReports({ executionId: '', fence: 1 }, { spillPath: '', refused: () => {}, ready: () => {} });
  void runInline(reports, {});
  return [reports.finish?.startedAt ?? NaN, reports.finish?.finishedAt ?? NaN];
}

test('reported times increase steadily while the clock of the machine is set back or forward', (t) => {
  const machineNow = Date.now.bind(Date);
  for (const step of [-HOUR, HOUR]) {
    const started = steadyNow();
    t.mock.method(Date, 'now', () => machineNow() + step);
    const { finishedAt } = toFinish({ outcome: 'EXECUTION_SUCCESS' }, {});
    const line = closingLines({ outcome: 'EXECUTION_SUCCESS' }, undefined, {}, 1)[0];
    const inline = inlineTimes();
    const sent = steadyNow();
    t.mock.restoreAll();
    const times = [started, finishedAt, line?.at ?? NaN, ...inline, sent];
    assert.deepEqual(
      times,
      times.toSorted((one, other) => one - other),
      `a step of ${step} ms`,
    );
    assert.ok(sent - started < HOUR / 2, 'the step does not appear in the times');
    assert.ok(times.every(Number.isSafeInteger));
  }
});

test('a time that a task read from the clock of the machine is corrected by the step of that clock', (t) => {
  assert.equal(onSteadyClock(1_795_241_629.5), 1_795_241_629.5);
  const machineNow = Date.now.bind(Date);
  t.mock.method(Date, 'now', () => machineNow() + HOUR);
  const moved = onSteadyClock(Date.now() / 1000);
  t.mock.restoreAll();
  assert.ok(Math.abs(moved - Date.now() / 1000) < 60, `${moved}`);
});
