/** Equal lines of a log become one row, and lines are counted. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldLines, knownMatches, type NumberedEntry } from '../src/features/execution-logs/log-text.ts';

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

test('the numbers of lines by severity tell how many match, unless a time is chosen or they are capped', () => {
  const counts = [
    { severity: 'ERROR', count: 6, isCapped: false },
    { severity: 'WARN', count: 618, isCapped: false },
    { severity: 'INFO', count: 100_000, isCapped: true },
  ] as const;
  assert.equal(knownMatches({ severity: ['WARN', 'ERROR'] }, counts), 624);
  assert.equal(knownMatches({ severity: ['WARN', 'INFO'] }, counts), undefined);
  assert.equal(knownMatches({ severity: ['WARN'], from: '2026-03-10T10:00:00Z' }, counts), undefined);
  assert.equal(knownMatches({ fold: 'yes' }, counts), undefined);
});
