/** The first line of a test file says how it is isolated, and does not contradict its code. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { needOfOwnProcess, readIsolation } from '../../../../scripts/tests/isolation.ts';
import { findPaths, readText } from '../../../../scripts/house/source-files.ts';

const files = findPaths('{packages,scripts,examples,deploy,soak,bench}/**/*.test.ts').map((path) => ({ path, text: readText(path) }));

test('a test file that could disturb other files in its process has a process of its own', () => {
  const wrong = files.flatMap(({ path, text }) => {
    const need = readIsolation(path, text).ownProcess ? undefined : needOfOwnProcess(path, text);
    return need === undefined ? [] : [`${path} shares a process, but ${need}`];
  });
  assert.deepEqual(wrong, [], 'write on the first line: // isolation: own process because <reason>');
});

test('a statement that is spelled wrong, has no reason, or is not on the first line is refused', () => {
  const right = '// isolation: own process, waiting because it starts programs\n';
  assert.deepEqual(readIsolation('a.test.ts', right), { ownProcess: true, waiting: true, long: false, onRequest: false });
  assert.equal(readIsolation('a.test.ts', "import { test } from 'node:test';\n").ownProcess, false);
  for (const wrong of [
    `\n${right}`,
    '// isolation: own process\n',
    right.replace('waiting', 'slow'),
    right.replace('isolation:', 'isolation'),
  ])
    assert.throws(() => readIsolation('a.test.ts', wrong), /a\.test\.ts: write the isolation on the first line/);
});

test('a file that shares a process is refused when it changes the process, starts programs, or is in a folder of programs', () => {
  for (const code of [`process.${'env'}['TZ'] = 'UTC'`, `import { spawn } from 'node:${'child_process'}'`, `t.${'mock'}.method(Date)`])
    assert.match(needOfOwnProcess('packages/cli/src/a.test.ts', code) ?? '', /^it contains /);
  assert.match(needOfOwnProcess('soak/row-99.test.ts', '') ?? '', /^tests in soak\/ start whole programs$/);
  assert.equal(needOfOwnProcess('packages/cli/src/a.test.ts', 'process.pid'), undefined);
});
