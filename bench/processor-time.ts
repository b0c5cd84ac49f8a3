/** The processor time of the whole machine: all processes and the kernel. */
import { readFileSync } from 'node:fs';

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
