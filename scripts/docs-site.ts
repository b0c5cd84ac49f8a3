/** Writes the manual as a static site into packages/manual/build/site, or into a named folder: npm run docs:site [-- <folder>]. */
import { join } from 'node:path';
import { buildManual } from '../packages/manual/scripts/build.ts';
import { StartError } from '../packages/server/src/core/base/start-error.ts';
import { readFolderArgument, runCommand, say } from './operating/operator-command.ts';
import { root } from './house/source-files.ts';

await runCommand(async () => {
  const folder = readFolderArgument(join(root, 'packages/manual/build/site'), 'npm run docs:site, or npm run docs:site -- <folder>');
  await buildManual(folder, { hasCleanAddresses: false }).catch((error: Error) => {
    throw new StartError(error.message);
  });
  say(`${folder}\nServe this folder with any web server, or with Millrace: MILLRACE_MANUAL_FOLDER=${folder}`);
  return 0;
});
