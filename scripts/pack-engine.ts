/** Packs the engine as a tarball that npm installs without a network: npm run pack:engine [-- <folder>]. */
import { join } from 'node:path';
import { readFolderArgument, runCommand, say } from './operating/operator-command.ts';
import { root } from './house/source-files.ts';
import { packPackage } from './packing/pack-package.ts';

await runCommand(async () => {
  const tarball = await packPackage(
    'engine',
    readFolderArgument(join(root, 'dist'), 'npm run pack:engine, or npm run pack:engine -- <folder>'),
  );
  say(`${tarball}\nInstall it with: npm install --global ${tarball}`);
  return 0;
});
