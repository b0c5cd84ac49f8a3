/** The processes of this machine, their parents and their memory. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';

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
