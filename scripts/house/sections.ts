/** The sections of the server: the folders `features/<wing>/<section>/`. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './source-files.ts';

const FEATURES = join(root, 'packages/server/src/features');
const foldersIn = (path: string): string[] =>
  readdirSync(path, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));

/** The folders of all sections, as `<wing>/<section>`. */
export const SECTION_FOLDERS: readonly string[] = foldersIn(FEATURES).flatMap((wing) =>
  foldersIn(join(FEATURES, wing)).map((section) => `${wing}/${section}`),
);

/** Converts words or camelCase to kebab-case. */
export const kebab = (text: string): string =>
  text
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .toLowerCase();

/** Returns the folder of a section below `features/`; undefined if there is none. */
export const folderOfSection = (section: string): string | undefined =>
  SECTION_FOLDERS.find((folder) => folder.endsWith(`/${kebab(section)}`));
