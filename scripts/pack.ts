/** Packs command line, engine, client and SDK as tarballs that npm installs without a network: npm run pack [-- <folder>]. */
import { join, resolve } from 'node:path';
import { root } from './house/source-files.ts';
import { PACKAGES, packPackage } from './packing/pack-package.ts';

const target = resolve(process.argv[2] ?? join(root, 'dist'));
for (const name of Object.keys(PACKAGES) as (keyof typeof PACKAGES)[]) console.log(await packPackage(name, target));
