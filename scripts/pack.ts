/** Packs command line, engine, client, SDK and server as tarballs that npm installs: npm run pack [-- <folder>]. */
import { join } from 'node:path';
import { readFolderArgument, runCommand, say } from './operating/operator-command.ts';
import { root } from './house/source-files.ts';
import { PACKAGES, packPackage } from './packing/pack-package.ts';

await runCommand(async () => {
  const target = readFolderArgument(join(root, 'dist'), 'npm run pack, or npm run pack -- <folder>');
  for (const name of Object.keys(PACKAGES) as (keyof typeof PACKAGES)[]) say(await packPackage(name, target));
  return 0;
});
