/** The processes of this machine: their parents, memory and processor time, and how those of a benchmark are ended. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

/** One process of this machine. */
export type Process = { pid: number; parent: number; command: string };

/** Lists all processes in /proc. */
export function listProcesses(): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const stat = readOr(`/proc/${name}/stat`);
      const command = readOr(`/proc/${name}/cmdline`).replaceAll('\0', ' ').trim();
      return stat && command ? [{ pid: Number(name), parent: Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]), command }] : [];
    });
}

/** Returns a process, the processes whose command contains `mark`, and all their descendants. */
export function processTreeOf(pid: number, mark?: string): Process[] {
  const all = listProcesses();
  const family = new Set(all.filter((listed) => listed.pid === pid || (mark !== undefined && listed.command.includes(mark))));
  for (let size = 0; size < family.size;) {
    size = family.size;
    const pids = new Set([...family].map((member) => member.pid));
    for (const listed of all) if (pids.has(listed.parent)) family.add(listed);
  }
  return [...family];
}

/** Returns the memory of a process in megabytes, with its proportional share of shared pages. */
export function megabytesOf(pid: number): number {
  const found = /^Pss:\s+(\d+) kB/m.exec(readOr(`/proc/${pid}/smaps_rollup`));
  return (Number(found?.[1] ?? 0) * 1024) / 1e6;
}

/** Returns the peak memory of a running process in megabytes, with all shared pages. */
export function peakMegabytesOf(pid: number): number {
  const found = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return (Number(found?.[1] ?? 0) * 1024) / 1e6;
}

/** Ends processes that still use a scratch folder, for example the database of a killed server. */
export function endLeftovers(folder: string): void {
  for (const { pid, command } of listProcesses()) {
    if (pid === process.pid || !command.includes(folder)) continue;
    console.error(`Ending a process that was left over: ${command.slice(0, 120)}`);
    try {
      process.kill(pid, 'SIGQUIT');
    } catch {
      // The process has already ended.
    }
  }
}

/** Returns a function that ends a child by SIGTERM, and by SIGKILL after 30 s. */
export function stopOf(child: ChildProcess): () => Promise<void> {
  return async () => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    const killTimer = setTimeout(() => child.kill('SIGKILL'), 30_000);
    await ended;
    clearTimeout(killTimer);
  };
}

function readOr(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

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
