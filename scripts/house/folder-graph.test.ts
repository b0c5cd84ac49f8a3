import assert from 'node:assert/strict';
import { posix } from 'node:path';
import { test } from 'node:test';
import { cyclesOf, type ImportEdge } from './folder-graph.ts';

const edge = (from: string, to: string): ImportEdge => ({ from, to, line: 1, relative: true, typeOnly: false, kind: 'static' });
const cycles = (...edges: ImportEdge[]): string[] => cyclesOf(edges, posix.dirname).map((cycle) => cycle.split('\n')[0] ?? '');

test('imports in one direction make no cycle', () => {
  assert.deepEqual(cycles(edge('a/1', 'b/1'), edge('b/1', 'c/1'), edge('a/1', 'c/1'), edge('a/1', 'a/2'), edge('a/2', 'a/1')), []);
});

test('two folders that import each other are reported once, with the imports', () => {
  assert.deepEqual(cyclesOf([edge('a/1', 'b/1'), edge('b/2', 'a/2')], posix.dirname), [
    'a → b → a\n  a/1:1 imports b/1\n  b/2:1 imports a/2',
  ]);
});

test('a cycle of three folders and another cycle are both found', () => {
  assert.deepEqual(cycles(edge('a/1', 'b/1'), edge('b/1', 'c/1'), edge('c/1', 'a/1'), edge('x/1', 'y/1'), edge('y/1', 'x/1')), [
    'a → b → c → a',
    'x → y → x',
  ]);
});
