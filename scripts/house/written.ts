/** Writing generated files. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readText, root } from './source-files.ts';

/** Writes a file by its path from the root when its text is another one; says whether it is. With `only` looking, nothing is written. */
export function keepText(path: string, text: string, only: boolean): boolean {
  const file = join(root, path);
  if (existsSync(file) && readText(path) === text) return false;
  if (!only) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return true;
}
