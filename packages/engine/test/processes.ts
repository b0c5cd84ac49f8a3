import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';

/** Whether a process lives; one that only waits to be reaped does not. */
export function lives(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** The guards of the agents in a process. */
export async function guardsOf(agent: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = pids.map(async (pid) => {
    const read = (file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');
    const parent = Number(/^\d+ \(.*\) \w (\d+)/s.exec(await read('stat'))?.[1]);
    return parent === agent && (await read('cmdline')).split('\0').includes('millrace-guard') ? [Number(pid)] : [];
  });
  return (await Promise.all(found)).flat();
}
