import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** Whether a process lives; one that only waits to be reaped does not. */
export function lives(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** The process that started another one. */
export async function parentOf(pid: number): Promise<number> {
  return Number(/^\d+ \(.*\) \w (\d+)/s.exec(await readFile(`/proc/${pid}/stat`, 'utf8'))?.[1]);
}
