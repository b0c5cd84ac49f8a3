/** What processes exist, whose children they are, and how much memory is theirs. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';

/** One process of this machine. */
export type Process = { pid: number; parent: number; command: string };

/** Everything that runs, as /proc has it. */
export function listProcesses(): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const stat = readOr(`/proc/${name}/stat`);
      const command = readOr(`/proc/${name}/cmdline`).replaceAll('\0', ' ').trim();
      return stat && command ? [{ pid: Number(name), parent: Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]), command }] : [];
    });
}

/** The process and all below it, and those whose command names `mark` with all below them. */
export function familyOf(pid: number, mark?: string): Process[] {
  const all = listProcesses();
  const family = new Set(all.filter((one) => one.pid === pid || (mark !== undefined && one.command.includes(mark))));
  for (let size = 0; size < family.size;) {
    size = family.size;
    const pids = new Set([...family].map((one) => one.pid));
    for (const one of all) if (pids.has(one.parent)) family.add(one);
  }
  return [...family];
}

/** Megabytes of a process, with its share of pages that several use. */
export function megabytesOf(pid: number): number {
  const found = /^Pss:\s+(\d+) kB/m.exec(readOr(`/proc/${pid}/smaps_rollup`));
  return (Number(found?.[1] ?? 0) * 1024) / 1e6;
}

/** Ends what still works in a scratch folder: a database whose server was killed outlives it. */
export function endLeftovers(folder: string): void {
  for (const { pid, command } of listProcesses()) {
    if (pid === process.pid || !command.includes(folder)) continue;
    console.error(`Ending a process that was left over: ${command.slice(0, 120)}`);
    try {
      process.kill(pid, 'SIGQUIT');
    } catch {
      // It has ended by itself meanwhile.
    }
  }
}

/** A function that ends a child: SIGTERM first, SIGKILL when it does not go. */
export function stopOf(child: ChildProcess): () => Promise<void> {
  return async () => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    const last = setTimeout(() => child.kill('SIGKILL'), 30_000);
    await ended;
    clearTimeout(last);
  };
}

function readOr(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
