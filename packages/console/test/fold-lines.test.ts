/** Equal lines of a log become one row. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldLines, type NumberedEntry } from '../src/features/execution-logs/log-text.ts';

const lines = ['a', 'b', 'b', 'b', 'a', 'a'].map((logMessage, index): NumberedEntry => ({
  index: index * 10,
  logMessage,
  severity: 'INFO',
  logType: 'STDOUT',
  logTimestamp: index,
}));
const rows = (opened: readonly number[] = []) =>
  foldLines(lines, new Set(opened)).map(({ line, count, isOpen }) => [line.index, count, isOpen]);

test('lines that follow each other with the same message and severity become one row with their number', () => {
  assert.deepEqual(rows(), [
    [0, undefined, undefined],
    [10, 3, false],
    [40, 2, false],
  ]);
  const other = lines.map((line, index): NumberedEntry => ({ ...line, severity: index === 2 ? 'WARN' : 'INFO' }));
  assert.equal(foldLines(other, new Set()).length, 5, 'the severity differs');
  assert.deepEqual(foldLines([], new Set()), []);
});

test('an open fold has a row for each line, and its first row can close it', () => {
  assert.deepEqual(rows([10]), [
    [0, undefined, undefined],
    [10, 3, true],
    [20, undefined, undefined],
    [30, undefined, undefined],
    [40, 2, false],
  ]);
});
