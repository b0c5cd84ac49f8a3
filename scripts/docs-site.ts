/** Writes the manual as a static site into packages/manual/build/site, or into a named folder: npm run docs:site [-- <folder>]. */
import { join, resolve } from 'node:path';
import { buildManual } from '../packages/manual/scripts/build.ts';
import { root } from './house/source-files.ts';

const folder = resolve(process.argv[2] ?? join(root, 'packages/manual/build/site'));
try {
  await buildManual(folder);
  console.log(`${folder}\nServe this folder with any web server, or with Millrace: MILLRACE_MANUAL_FOLDER=${folder}`);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
