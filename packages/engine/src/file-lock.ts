import { readFile, rm, writeFile } from 'node:fs/promises';
import { codeOf } from './faults.ts';
import { isSame, startOf } from './kill-tree.ts';

type Owner = { pid: number; start?: string };

/** Does something while no other process of this machine does it; answers false without doing it where another one is at it. */
export async function whileAlone(path: string, act: () => Promise<void>): Promise<boolean> {
  if (!(await take(path))) return false;
  try {
    await act();
    return true;
  } finally {
    await rm(path, { force: true });
  }
}

async function take(path: string): Promise<boolean> {
  const start = startOf(process.pid);
  const owner: Owner = { pid: process.pid, ...(start !== undefined && { start }) };
  for (let attempt = 0; attempt < 2; attempt += 1) {
    try {
      await writeFile(path, JSON.stringify(owner), { mode: 0o600, flag: 'wx' });
      return true;
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
    if (await isOwned(path)) return false;
    await rm(path, { force: true });
  }
  return false;
}

async function isOwned(path: string): Promise<boolean> {
  try {
    const owner = JSON.parse(await readFile(path, 'utf8')) as Owner;
    return isSame(owner.pid, owner.start);
  } catch {
    return false;
  }
}
