/** Builds the console into a folder: node packages/console/scripts/build.ts <folder>. */
import { readdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { writeCompressedForms } from '../../../scripts/house/compressed-forms.ts';
import { PAGES_OF_RECORDS, SEGMENTS } from '../src/app/sections.ts';
import { viteConfig } from './vite-config.ts';

/** Builds the console. The server reads `console.json`, which is written last: a folder without it is incomplete. */
export async function buildConsole(folder: string): Promise<void> {
  await build(viteConfig(folder));
  const assets = await readdir(join(folder, 'assets'));
  await writeCompressedForms(folder, ['index.html', ...assets.map((name) => join('assets', name))]);
  await writeFile(join(folder, 'console.json'), `${JSON.stringify({ segments: SEGMENTS, pages: PAGES_OF_RECORDS })}\n`);
}

if (import.meta.main) {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) throw new Error('Name the folder: node packages/console/scripts/build.ts <folder>');
  await buildConsole(resolve(folder));
}
