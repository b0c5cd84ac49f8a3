import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { filesBelow, keepBuild } from './kept-builds.mjs';

/** Returns the folder of the built console, and builds it first if its sources have changed; undefined if there is none. */
export async function buildConsole(place) {
  const { root } = place;
  if (!existsSync(join(root, 'packages', 'console', 'package.json'))) return undefined;
  // Its sources, those of the contract that it uses, and the packages that build it.
  const files = [
    ...filesBelow(root, 'packages/console/src', 'packages/console/scripts', 'packages/contract/src'),
    'packages/console/index.html',
    'packages/console/package.json',
    'package-lock.json',
  ];
  return keepBuild(place, { name: 'console', program: 'packages/console/scripts/build.ts', files, seconds: 10 });
}
