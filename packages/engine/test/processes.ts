import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';

/** Returns whether a process is alive; a zombie is not. */
export function isAlive(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** Resolves when a process has ended. */
export async function waitForEnd(pid: number): Promise<void> {
  while (isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** Finds the guards of an agent, given the id of the agent's process. Returns the ids of their processes. */
export async function guardsOf(agent: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = pids.map(async (pid) => {
    const read = (file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');
    const parent = Number(/^\d+ \(.*\) \w (\d+)/s.exec(await read('stat'))?.[1]);
    return parent === agent && (await read('cmdline')).split('\0').includes('millrace-guard') ? [Number(pid)] : [];
  });
  return (await Promise.all(found)).flat();
}
