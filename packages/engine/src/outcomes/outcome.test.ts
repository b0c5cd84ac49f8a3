import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LogLine } from '@millrace/wire/log-chunks';
import { closingLines, endingOfExit, LastError } from './outcome.ts';

const exit = (code: number | null, signal: NodeJS.Signals | null = null) => ({ code, signal });
const error = (message: string, type: 'STDOUT' | 'STDERR' = 'STDERR'): LogLine => ({ at: 1, severity: 'ERROR', type, message });

function lastOf(lines: LogLine[]): string | undefined {
  const last = new LastError();
  last.add(lines);
  return last.text;
}

for (const [title, end, counts, outcome, errorType] of [
  ['exit code 0 is a success', exit(0), {}, 'EXECUTION_SUCCESS', undefined],
  ['exit code 0 with processed rows is a success', exit(0), { processed: 5, rejected: 0 }, 'EXECUTION_SUCCESS', undefined],
  ['exit code 0 with rejected rows is rejected', exit(0), { processed: 5, rejected: 1 }, 'EXECUTION_REJECTED', undefined],
  ['another exit code is a failure', exit(2), { rejected: 1 }, 'EXECUTION_FAILED', 'EXIT_CODE'],
  ['a signal is a failure', exit(null, 'SIGKILL'), {}, 'EXECUTION_FAILED', 'SIGNAL'],
] as const) {
  test(title, () => {
    const ending = endingOfExit(end, counts, undefined);
    assert.deepEqual([ending.outcome, ending.errorType, ending.exitCode], [outcome, errorType, end.code ?? undefined]);
  });
}

test('an exit code of Windows is reported as the signed number that the contract allows, and its message has the code of Windows', () => {
  // An access violation, and a program that ended itself with -1: Node states both as unsigned numbers.
  for (const [code, reported] of [
    [0xc000_0005, -1_073_741_819],
    [0xffff_ffff, -1],
    [0x7fff_ffff, 0x7fff_ffff],
    [256, 256],
  ] as const) {
    const { outcome, exitCode, errorMessage } = endingOfExit(exit(code), {}, undefined);
    assert.deepEqual([outcome, exitCode], ['EXECUTION_FAILED', reported]);
    assert.match(errorMessage ?? '', new RegExp(`exit code ${code}$`));
  }
});

test('finds the line with the error among the lines around it', () => {
  const trace = [
    'file:///main.mjs:1',
    'throw new TypeError("x");',
    '      ^',
    '',
    'TypeError: it broke',
    '    at main.mjs:1',
    '',
    'Node.js v24.0.0',
  ];
  assert.equal(lastOf(trace.map((line) => error(line))), 'TypeError: it broke');
  assert.equal(lastOf([error('ERROR first'), error('Caused by: x'), error('... 3 more')]), 'ERROR first');
  assert.equal(lastOf([error('cp: no such file')]), 'cp: no such file');
  assert.equal(lastOf([{ ...error('fine'), severity: 'INFO' }]), undefined);
});

test('ends the log with the outcome and the row counts, in singular and plural', () => {
  const ended = (processed: number, rejected: number): string | undefined =>
    closingLines({ outcome: 'EXECUTION_REJECTED' }, exit(0), { processed, rejected }, 1000).at(-1)?.message;
  assert.equal(ended(1, 1), 'Ended: EXECUTION_REJECTED, exit code 0, 1 row processed, 1 row rejected, 1.0 s');
  assert.equal(ended(0, 2), 'Ended: EXECUTION_REJECTED, exit code 0, 0 rows processed, 2 rows rejected, 1.0 s');
});

test('takes the message from a JSON line', () => {
  assert.equal(lastOf([error('{"level":50,"msg":"no table"}', 'STDOUT')]), 'no table');
  assert.equal(lastOf([error('{"level":"error","message":"no table"}', 'STDOUT')]), 'no table');
  assert.equal(lastOf([error('{"level":50}', 'STDOUT')]), '{"level":50}');
});
