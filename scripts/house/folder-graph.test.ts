import assert from 'node:assert/strict';
import { posix } from 'node:path';
import { test } from 'node:test';
import { cyclesOf, type Arrow } from './folder-graph.ts';

const arrow = (from: string, to: string): Arrow => ({ from, to, line: 1, relative: true, typeOnly: false, kind: 'static' });
const cycles = (...arrows: Arrow[]): string[] => cyclesOf(arrows, posix.dirname).map((one) => one.split('\n')[0] ?? '');

test('imports in one direction make no cycle', () => {
  assert.deepEqual(cycles(arrow('a/1', 'b/1'), arrow('b/1', 'c/1'), arrow('a/1', 'c/1'), arrow('a/1', 'a/2'), arrow('a/2', 'a/1')), []);
});

test('two folders that import each other are reported once, with the imports', () => {
  assert.deepEqual(cyclesOf([arrow('a/1', 'b/1'), arrow('b/2', 'a/2')], posix.dirname), [
    'a → b → a\n  a/1:1 imports b/1\n  b/2:1 imports a/2',
  ]);
});

test('a cycle of three folders and another cycle are both found', () => {
  assert.deepEqual(cycles(arrow('a/1', 'b/1'), arrow('b/1', 'c/1'), arrow('c/1', 'a/1'), arrow('x/1', 'y/1'), arrow('y/1', 'x/1')), [
    'a → b → c → a',
    'x → y → x',
  ]);
});
