/** Imports have no cycles, not even of types: a reader can understand a file after the files that it imports. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importEdges, cyclesOf } from '../../../../scripts/house/folder-graph.ts';
import { readSources } from '../../../../scripts/house/source-files.ts';

const sources = readSources(
  'packages/*/{src,test}/**/*.{ts,tsx}',
  'scripts/**/*.ts',
  'bench/**/*.ts',
  'soak/**/*.ts',
  'examples/**/*.ts',
  'deploy/**/*.ts',
);
const edges = importEdges(sources);

// The linter does not see the cycles of dynamic imports.
test('imports between files have no cycle', () => {
  assert.ok(edges.length > 3000, 'the search found too few imports');
  assert.equal(cyclesOf(edges, (path) => path).join('\n'), '');
});

/** Returns the folder of a path within a part. A file directly in the part starts and connects the folders, and counts as its own folder. */
const folderIn =
  (part: string) =>
  (path: string): string =>
    path.slice(part.length).split('/').slice(0, -1).join('/') || path;

for (const part of [
  'packages/engine/src/',
  'packages/cli/src/',
  'packages/contract/src/',
  'packages/wire/src/',
  'packages/calendar/src/',
  'packages/crawler/src/',
  'scripts/',
  'bench/',
  'soak/',
])
  test(`imports between the folders of ${part} have no cycle`, () => {
    // A test may import files from above its folder.
    const within = edges.filter(({ from, to }) => from.startsWith(part) && to.startsWith(part) && !from.endsWith('.test.ts'));
    assert.equal(cyclesOf(within, folderIn(part)).join('\n'), '');
  });
