/** Finds programs of the machine. */
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { delimiter, extname, join } from 'node:path';
import { succeeds } from './waiting.ts';

/** A cache of found programs. If a program is removed meanwhile, the start of the task fails and reports that. */
const found = new Map<string, { program: string; at: number }>();
const FOUND_CACHE_MILLISECONDS = 5000;
const MAX_FOUND = 1000;

/**
 * Finds a program in the folders of a PATH; undefined if there is none. On Windows a name without an ending is that of a file that ends with .exe or
 * .com: Node starts no others, such as .bat, without the command interpreter.
 */
export async function findProgram(name: string, path: string, platform: NodeJS.Platform = process.platform): Promise<string | undefined> {
  const key = `${name}\0${path}\0${platform}`;
  const last = found.get(key);
  if (last && performance.now() - last.at < FOUND_CACHE_MILLISECONDS) return last.program;
  found.delete(key);
  for (const folder of path.split(delimiter).filter((one) => one !== '')) {
    for (const file of platform === 'win32' && extname(name) === '' ? [`${name}.exe`, `${name}.com`] : [name]) {
      const program = join(folder, file);
      if (!(await isProgram(program))) continue;
      if (found.size >= MAX_FOUND) found.clear();
      found.set(key, { program, at: performance.now() });
      return program;
    }
  }
  return undefined;
}

/** Whether a path is that of a file, or of a link to one. */
export async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isFile() ?? false;
}

async function isProgram(path: string): Promise<boolean> {
  return (await isFile(path)) && succeeds(access(path, constants.X_OK));
}
