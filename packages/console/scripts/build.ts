/** Builds the console into a folder: node packages/console/scripts/build.ts <folder>. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'vite';
import { SEGMENTS } from '../src/app/sections.ts';
import { viteConfig } from './vite-config.ts';

const [brotli, zip] = [promisify(brotliCompress), promisify(gzip)];

/** Builds the console. The server reads `console.json`, which is written last: a folder without it is incomplete. */
export async function buildConsole(folder: string): Promise<void> {
  await build(viteConfig(folder));
  const assets = await readdir(join(folder, 'assets'));
  await Promise.all(['index.html', ...assets.map((name) => join('assets', name))].map((name) => compress(join(folder, name))));
  await writeFile(join(folder, 'console.json'), `${JSON.stringify({ segments: SEGMENTS })}\n`);
}

/** Writes the compressed forms of a file beside it. */
async function compress(file: string): Promise<void> {
  const content = await readFile(file);
  await writeFile(`${file}.br`, await brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
  await writeFile(`${file}.gz`, await zip(content, { level: 9 }));
}

if (import.meta.main) {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) throw new Error('Name the folder: node packages/console/scripts/build.ts <folder>');
  await buildConsole(resolve(folder));
}
