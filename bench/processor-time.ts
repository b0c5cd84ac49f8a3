/** How busy the machine was: what all its processes and the kernel used. */
import { readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

/** Seconds of processor time that this machine has used so far, over all its cores. */
export function processorSeconds(): number {
  const [user = 0, nice = 0, system = 0, , , interrupt = 0, softInterrupt = 0] = (readFileSync('/proc/stat', 'utf8').split('\n')[0] ?? '')
    .trim()
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return (user + nice + system + interrupt + softInterrupt) / TICKS_PER_SECOND;
}
