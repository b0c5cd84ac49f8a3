/** Writes generated files. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readText, root } from './source-files.ts';

/** Writes a file by its path from the root if its text differs, and returns whether it differs. With `checkOnly`, writes nothing. */
export function writeIfChanged(path: string, text: string, checkOnly: boolean): boolean {
  const file = join(root, path);
  if (existsSync(file) && readText(path) === text) return false;
  if (!checkOnly) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return true;
}
