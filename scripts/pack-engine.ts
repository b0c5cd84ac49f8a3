/** Packs the engine as a tarball that npm installs without a network: npm run pack:engine [-- <folder>]. */
import { join, resolve } from 'node:path';
import { root } from './house/source-files.ts';
import { packPackage } from './packing/pack-package.ts';

const tarball = await packPackage('engine', resolve(process.argv[2] ?? join(root, 'dist')));
console.log(`${tarball}\nInstall it with: npm install --global ${tarball}`);
