import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { buildIfChanged, filesBelow } from './build-if-changed.mjs';

/** Returns the folder of the built manual, and builds it first if its pages have changed; undefined if there is none, or it could not be built. */
export async function buildManual(paths) {
  const { root } = paths;
  if (!existsSync(join(root, 'packages', 'manual', 'package.json')) || !existsSync(join(root, 'docs', 'README.md'))) return undefined;
  const files = [
    ...pagesOfManual(root),
    ...filesBelow(root, 'packages/manual/src', 'packages/manual/browser', 'packages/manual/scripts'),
    'packages/contract/src/design-tokens.ts',
    'package-lock.json',
  ];
  return buildIfChanged(paths, { name: 'manual', program: 'packages/manual/scripts/build.ts', files, seconds: 5 });
}

/** The files from which pages are made, by their path from the root: docs/ with its pictures, and the pages beside it. */
export function pagesOfManual(root) {
  const beside = readdirSync(root).filter((name) => name.endsWith('.md'));
  const folders = ['packages', 'examples', 'sdk'].filter((folder) => existsSync(join(root, folder)));
  const readmes = filesBelow(root, ...folders).filter(
    (file) => file.endsWith('README.md') && !/[/\\](?:node_modules|build)[/\\]/.test(file),
  );
  const otherPages = ['bench/README.md', 'soak/README.md'].filter((file) => existsSync(join(root, file)));
  const results = existsSync(join(root, 'bench', 'results')) ? filesBelow(root, 'bench/results') : [];
  return [...filesBelow(root, 'docs'), ...beside, ...readmes, ...otherPages, ...results];
}
