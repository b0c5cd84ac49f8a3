import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Schema } from '@millrace/contract';
import { rowsOf } from '../src/features/home/timeline-rows.ts';

type Run = Schema<'HistoricExecution'>;
const run = (name: string, triggerTime: number, more: object = {}) => ({ name, taskId: name, triggerTime, ...more }) as Run;

test('the task whose run was triggered last comes first', () => {
  const rows = rowsOf([run('early', 10), run('late', 30), run('early', 20)], 0, 100);
  assert.deepEqual(
    rows.map(({ name, runs }) => [name, runs.length]),
    [
      ['late', 1],
      ['early', 2],
    ],
  );
});

test('the bar of a run lies in the period', () => {
  const [row] = rowsOf([run('one', 0, { runStartTime: 125, runEndTime: 300 })], 100, 200);
  assert.deepEqual(
    row?.runs.map(({ from, start, end }) => [from, start, end]),
    [[0, 0.25, 1]],
  );
});
