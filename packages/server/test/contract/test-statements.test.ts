/** The first line of a test file says how the file is run, and does not contradict its code. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findPaths, readText } from '../../../../scripts/house/source-files.ts';
import { readStatement } from '../../../../scripts/tests/statement.ts';

/** Code that changes the state of the process, or replaces modules. Other files in the same process would notice it. */
const PROCESS_CODE =
  /(?<!['"`])\bprocess\.(on|once|exit|umask|chdir|memoryUsage)\b|\bprocess\.env(?:\.\w+|\[[^\]]+\])?\s*(?:\?\?|\|\|)?=(?!=)|Object\.assign\(process\.env|\bdelete process\.env\b|\bmock\.|node:async[_]hooks|\bregisterHooks\b/;
/** Code that starts a server with settings, or a server that nobody else has. */
const OWN_SERVER = /\bstartOwnServer\(|\bstartTestServer\((?!\)|\{ MILLRACE_ROLE: 'api' \}\))/;
const IN_PARTS = /\/support\/matrix(?:-part)?\.ts'/;

const files = findPaths('{packages,scripts,examples,deploy,soak,bench}/**/*.test.ts').map((path) => {
  const text = readText(path);
  return { path, text, statement: readStatement(path, text) };
});

/** Returns the files with this code whose statement lacks each of the words. */
const lacking = (code: RegExp, ...words: ('own process' | 'own server' | 'in parts')[]): string[] =>
  files
    .filter(({ text, statement }) => code.test(text) && !words.some((word) => statement.has(word)))
    .map(({ path, text }) => `${path} contains "${code.exec(text)?.[0]}"`);

test('a test file that could disturb other files in its process has a process of its own', () => {
  assert.deepEqual(lacking(PROCESS_CODE, 'own process'), [], 'write on the first line: // run: own process because <reason>');
});

test('a test file that changes settings, or starts a server of its own, says so', () => {
  assert.deepEqual(lacking(OWN_SERVER, 'own server', 'own process'), [], 'write on the first line: // run: own server because <reason>');
});

test('a test file that checks the operations of this run says that it runs in parts', () => {
  assert.deepEqual(lacking(IN_PARTS, 'in parts'), [], 'write on the first line: // run: in parts because <reason>');
});

test('a statement that is spelled wrong, has no reason, or is not on the first line is refused', () => {
  const right = '// run: own process, waiting because it starts programs\n';
  assert.deepEqual([...readStatement('a.test.ts', right)], ['own process', 'waiting']);
  assert.equal(readStatement('a.test.ts', "import { test } from 'node:test';\n").size, 0);
  for (const wrong of [
    `\n${right}`,
    '// run: own process\n',
    right.replace('waiting', 'slow'),
    right.replace('own process, waiting', 'waiting, own process'),
    right.replace('run: own', 'run: '),
  ])
    assert.throws(() => readStatement('a.test.ts', wrong), /a\.test\.ts: write on the first line/);
});

test('code that changes the process or sets settings is found', () => {
  for (const code of [
    `process.${'env'}['TZ'] = 'UTC'`,
    `process.${'env'}.TZ ??= 'UTC'`,
    `delete process.${'env'}['TZ']`,
    `t.${'mock'}.method(Date)`,
  ])
    assert.match(code, PROCESS_CODE);
  for (const code of ['process.pid', "process.env['PATH'] ?? ''", "process.env['PATH'] === ''"]) assert.doesNotMatch(code, PROCESS_CODE);
  assert.match(`${'startTestServer'}({ MILLRACE_LEASE_SECONDS: '1' })`, OWN_SERVER);
  assert.doesNotMatch('startTestServer()', OWN_SERVER);
});
