/** Reads the processor time of the whole machine (all processes and the kernel) and of single programs. */
import { readFileSync } from 'node:fs';
import { processTreeOf } from './process-tree.ts';

const TICKS_PER_SECOND = 100;

/** Returns the seconds of processor time that this machine has used since its start, over all cores. */
export function processorSeconds(): number {
  const [user = 0, nice = 0, system = 0, , , interrupt = 0, softInterrupt = 0] = (readFileSync('/proc/stat', 'utf8').split('\n')[0] ?? '')
    .trim()
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return (user + nice + system + interrupt + softInterrupt) / TICKS_PER_SECOND;
}

/** Returns the seconds of processor time that a process has used itself. */
export const processorSecondsOf = (pid: number): number => times(pid).own;

/** Returns the seconds of processor time that the descendants of a process have used, also those that have ended. */
export function processorSecondsBelow(pid: number): number {
  const family = processTreeOf(pid).map((member) => times(member.pid));
  return family.reduce((sum, { own, ended }) => sum + own + ended, 0) - times(pid).own;
}

/** The time of a process, and that of its children that have ended. */
function times(pid: number): { own: number; ended: number } {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return { own: 0, ended: 0 };
  }
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const sum = (first: number): number => ((fields[first] ?? 0) + (fields[first + 1] ?? 0)) / TICKS_PER_SECOND;
  return { own: sum(11), ended: sum(13) };
}
