import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { logLine, readableLine, rotateLog, captureConsole } from '../src/process-log.ts';

const folder = mkdtempSync(join(tmpdir(), 'millrace-process-log-'));
after(() => rmSync(folder, { recursive: true, force: true }));

test('a line is a JSON object with a level by name, an ISO time and a message', () => {
  const line = logLine('warn', 'two\nlines', { count: 2 });
  assert.ok(line.endsWith('}\n') && line.indexOf('\n') === line.length - 1);
  const { time, ...rest } = JSON.parse(line) as Record<string, unknown>;
  assert.deepEqual(rest, { level: 'warn', count: 2, message: 'two\nlines' });
  assert.match(String(time), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
});

test('a terminal shows time, level, message, facts and the stack of an error', () => {
  const line = JSON.stringify({
    level: 'error',
    time: '2026-11-22T11:54:47.123Z',
    port: 8600,
    name: 'a b',
    err: { message: 'no', stack: 'Error: no\n  at x' },
    message: 'failed',
  });
  assert.equal(readableLine(line), '11:54:47.123 ERROR failed port=8600 name=a b\n    Error: no\n      at x\n');
  for (const other of ['no JSON\n', '{"a":1}\n', 'null\n']) assert.equal(readableLine(other), other);
});

test('rotating a file raises the number of each older file by one and deletes the oldest', () => {
  const path = join(folder, 'a.log');
  for (let number = 1; number <= 5; number += 1) {
    writeFileSync(path, `${number}`);
    rotateLog(path, 2);
  }
  const texts = () =>
    readdirSync(folder)
      .toSorted()
      .map((name) => [name, readFileSync(join(folder, name), 'utf8')]);
  assert.deepEqual(texts(), [
    ['a.log', ''],
    ['a.log.1', '5'],
    ['a.log.2', '4'],
  ]);
  rotateLog(path, 1);
  assert.deepEqual(texts(), [
    ['a.log', ''],
    ['a.log.1', ''],
  ]);
});

test('output of libraries and warnings of Node become lines of the log', async () => {
  const lines: unknown[] = [];
  const end = captureConsole((level, message) => lines.push([level, message.split('\n')[0]]));
  try {
    console.error('broken: %s', 'pipe');
    console.warn('careful');
    console.trace(new Error('worker exited'));
    process.emitWarning('an old option', 'DeprecationWarning');
    await new Promise((resolve) => setImmediate(resolve));
  } finally {
    end();
  }
  assert.deepEqual(lines, [
    ['error', 'broken: pipe'],
    ['warn', 'careful'],
    ['warn', 'Error: worker exited'],
    ['warn', 'DeprecationWarning: an old option'],
  ]);
});
