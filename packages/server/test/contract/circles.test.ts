/** No files import each other in a circle, not even types: a file is understood by what it imports, which must come first. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { arrowsOf, cyclesOf } from '../../../../scripts/house/folder-graph.ts';
import { readSources } from '../../../../scripts/house/source-files.ts';

const sources = readSources('packages/*/{src,test}/**/*.ts', 'scripts/**/*.ts', 'bench/**/*.ts', 'soak/**/*.ts', 'examples/**/*.ts');
const arrows = arrowsOf(sources);

test('no files import each other in a circle', () => {
  assert.ok(arrows.length > 3000, 'the search found too little to be right');
  assert.equal(cyclesOf(arrows, (path) => path).join('\n'), '');
});

/** The folders of a part: a file directly in it is what starts and wires the folders below. */
const folderIn =
  (part: string) =>
  (path: string): string =>
    path.slice(part.length).split('/').slice(0, -1).join('/') || path;

for (const part of [
  'packages/engine/src/',
  'packages/cli/src/',
  'packages/contract/src/',
  'packages/wire/src/',
  'scripts/',
  'bench/',
  'soak/',
])
  test(`no folders of ${part} import each other in a circle`, () => {
    // A test may look at what stands above its folder.
    const within = arrows.filter(({ from, to }) => from.startsWith(part) && to.startsWith(part) && !from.endsWith('.test.ts'));
    assert.equal(cyclesOf(within, folderIn(part)).join('\n'), '');
  });
