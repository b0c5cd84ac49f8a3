import { realpath, stat } from 'node:fs/promises';
import { delimiter, dirname } from 'node:path';
import type { OwnLog } from '../program/own-log.ts';
import type { Isolation } from './boundary.ts';

/**
 * The folders of a PATH that tasks can enter. The others are left out because they could hide programs: a folder in root's home may have a `python3` that
 * no task can start, although a later folder has one that tasks can start.
 * @rule bundles.run.path
 */
export async function reachablePath(path: string, { canReach }: Pick<Isolation, 'canReach'>, log: OwnLog): Promise<string> {
  const folders = path.split(delimiter).filter((one) => one !== '');
  const reached = await Promise.all(folders.map(canReach));
  const closed = folders.filter((_, index) => !reached[index]);
  if (closed.length > 0)
    log('info', 'The PATH of tasks lacks the folders that they cannot enter', { folders: [...new Set(closed)].join(delimiter) });
  return folders.filter((_, index) => reached[index]).join(delimiter);
}

/** Whether every user of the machine can enter a folder: it and each folder above it are executable for others. False if it does not exist. */
export async function isOpenToAll(folder: string): Promise<boolean> {
  try {
    for (let path = await realpath(folder); ; path = dirname(path)) {
      if (((await stat(path)).mode & 0o001) === 0) return false;
      if (path === dirname(path)) return true;
    }
  } catch {
    return false;
  }
}
