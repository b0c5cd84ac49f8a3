/** The built manual, for the tests of its files and of its pages. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../../scripts/house/source-files.ts';
import { buildManual } from '../../../../scripts/launch/manual.mjs';

const built = join(root, 'packages/manual/build');

/** Builds the manual, or uses the build of an earlier test of the same pages. Returns its folder. */
export async function builtManual(): Promise<string> {
  mkdirSync(built, { recursive: true });
  const folder = await buildManual({ root, home: built, node: process.execPath });
  if (folder === undefined) throw new Error(`The manual could not be built: see ${join(built, 'logs/manual.log')}`);
  return folder;
}
