import assert from 'node:assert/strict';
import { posix } from 'node:path';
import { test } from 'node:test';
import { circlesOf, type Arrow } from './folder-graph.ts';

const arrow = (from: string, to: string): Arrow => ({ from, to, line: 1, relative: true, typeOnly: false, kind: 'static' });
const circles = (...arrows: Arrow[]): string[] => circlesOf(arrows, posix.dirname).map((one) => one.split('\n')[0] ?? '');

test('arrows that point one way make no circle', () => {
  assert.deepEqual(circles(arrow('a/1', 'b/1'), arrow('b/1', 'c/1'), arrow('a/1', 'c/1'), arrow('a/1', 'a/2'), arrow('a/2', 'a/1')), []);
});

test('two folders that lean on each other are told once, with the imports', () => {
  assert.deepEqual(circlesOf([arrow('a/1', 'b/1'), arrow('b/2', 'a/2')], posix.dirname), [
    'a → b → a\n  a/1:1 imports b/1\n  b/2:1 imports a/2',
  ]);
});

test('a circle of three folders is found, and beside it another one', () => {
  assert.deepEqual(circles(arrow('a/1', 'b/1'), arrow('b/1', 'c/1'), arrow('c/1', 'a/1'), arrow('x/1', 'y/1'), arrow('y/1', 'x/1')), [
    'a → b → c → a',
    'x → y → x',
  ]);
});
