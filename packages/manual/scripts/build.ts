/** Builds the manual into a folder: node packages/manual/scripts/build.ts <folder>. */
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { writeCompressedForms } from '../../../scripts/house/compressed-forms.ts';
import { buildSite } from '../src/build-site.ts';

const root = join(import.meta.dirname, '..', '..', '..');

/**
 * Builds the manual, and the compressed forms of its files, into a new folder or in place of an earlier manual. The server reads `manual.json`, which
 * is written last: a folder without it is incomplete. Throws if the folder holds something else. `hasCleanAddresses`: links have the addresses that a
 * server of Millrace serves, and not names of files.
 */
export async function buildManual(folder: string, options: { hasCleanAddresses: boolean }): Promise<void> {
  if (existsSync(folder) && readdirSync(folder).length > 0 && !existsSync(join(folder, 'manual.json')))
    throw new Error(`${folder} is not empty and holds no manual: name a new folder`);
  rmSync(folder, { recursive: true, force: true });
  const list = await buildSite(root, folder, options);
  const files = [...Object.keys(list.pages), ...list.assets.map((name) => join('assets', name))];
  // Quality 11 of Brotli takes five times as long, for files that are 5 % smaller.
  await writeCompressedForms(folder, files, 9);
  writeFileSync(join(folder, 'manual.json'), `${JSON.stringify(list)}\n`);
}

if (import.meta.main) {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) throw new Error('Name the folder: node packages/manual/scripts/build.ts <folder>');
  await buildManual(resolve(folder), { hasCleanAddresses: true });
}
