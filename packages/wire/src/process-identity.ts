import { readFileSync } from 'node:fs';

/** The start time of a process, in the kernel's ticks; with the process id, it identifies a process. Undefined without a process table. */
export function processStart(pid: number): string | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name of a process can contain any character, so the fields are counted from the parenthesis that ends it.
    return line.slice(line.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}

/**
 * Whether a process with this id is alive; with a start time, whether it is exactly this process. A later process can have the same id, but not the same
 * start time. A process of another user counts as alive, too.
 */
export function isAlive(pid: number, start: string | undefined): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // The kernel refuses signals only to processes that exist.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return start === undefined || processStart(pid) === start;
}
