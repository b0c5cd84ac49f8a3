import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { buildIfChanged, filesBelow } from './build-if-changed.mjs';

/** Returns the folder of the built console, and builds it first if its sources have changed; undefined if there is none, or it could not be built. */
export async function buildConsole(paths) {
  const { root } = paths;
  if (!existsSync(join(root, 'packages', 'console', 'package.json'))) return undefined;
  // Its sources, those of the contract that it uses, and the packages that build it.
  const files = [
    ...filesBelow(root, 'packages/console/src', 'packages/console/scripts', 'packages/contract/src'),
    'packages/console/index.html',
    'packages/console/package.json',
    'package-lock.json',
  ];
  return buildIfChanged(paths, { name: 'console', program: 'packages/console/scripts/build.ts', files, seconds: 10 });
}
