import { readFile, rm, writeFile } from 'node:fs/promises';
import { isAlive, processStart } from './process-table.ts';
import { codeOf } from './faults.ts';

type Owner = { pid: number; start?: string };

/** Runs an action under a lock file. Returns false, without running it, where another living process of this machine holds the lock. */
export async function withFileLock(path: string, action: () => Promise<void>): Promise<boolean> {
  if (!(await acquire(path))) return false;
  try {
    await action();
    return true;
  } finally {
    await rm(path, { force: true });
  }
}

async function acquire(path: string): Promise<boolean> {
  const start = processStart(process.pid);
  const owner: Owner = { pid: process.pid, ...(start !== undefined && { start }) };
  for (let attempt = 0; attempt < 2; attempt += 1) {
    try {
      await writeFile(path, JSON.stringify(owner), { mode: 0o600, flag: 'wx' });
      return true;
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
    if (await isHeld(path)) return false;
    await rm(path, { force: true });
  }
  return false;
}

async function isHeld(path: string): Promise<boolean> {
  try {
    const owner = JSON.parse(await readFile(path, 'utf8')) as Owner;
    return isAlive(owner.pid, owner.start);
  } catch {
    return false;
  }
}
