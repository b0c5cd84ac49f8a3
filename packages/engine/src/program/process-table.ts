import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { signalTree } from './windows-process-tree.ts';

/** A process in the Linux process table. Its start time distinguishes it from a later process with the same id. */
export type ProcessInfo = { pid: number; parent: number; group: number; state: string; start: string };

/** The environment variable that identifies the processes of a run even after they left its process group. */
export const MARK = 'MILLRACE_RUN';

/** Sends a signal to a process group, on Windows to the tree of its first process; false when there are no such processes. */
export function signalGroup(group: number, signal: NodeJS.Signals): boolean {
  if (process.platform === 'win32') return signalTree(group, signal);
  try {
    process.kill(-group, signal);
    return true;
  } catch {
    return false;
  }
}

/** Whether a process group still has a living member. */
export async function groupLives(group: number): Promise<boolean> {
  if (!signalGroup(group, 0 as unknown as NodeJS.Signals)) return false;
  const seen = await processes();
  // Without a process table the result of the signal counts. With one, zombies do not count as alive.
  return seen.length === 0 || seen.some((one) => one.group === group && one.state !== 'Z');
}

/**
 * Kills a process group, the descendants of its members, and on Linux every process that carries one of the marks or is in `remembered`.
 * It reads the process table before it kills, because the kernel gives the children of a dead process a new parent. Returns true when none is left.
 */
export async function killTree(
  group: number | undefined,
  marks: ReadonlySet<string>,
  remembered: readonly ProcessInfo[] = [],
  unrelated?: UnrelatedProcesses,
): Promise<boolean> {
  // Several rounds, because processes can fork while they are being killed.
  for (let round = 0; round < 10; round += 1) {
    const tree = await treeOf(group, marks, remembered, unrelated);
    if (group !== undefined) signalGroup(group, 'SIGKILL');
    if (tree.length === 0) return true;
    for (const { pid } of tree) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended, or belongs to another user.
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return false;
}

/** All living processes that belong to a run; empty where there is no process table. Processes in `unrelated` are not searched for a mark. */
export async function treeOf(
  group: number | undefined,
  marks: ReadonlySet<string>,
  remembered: readonly ProcessInfo[] = [],
  unrelated = new UnrelatedProcesses(),
): Promise<ProcessInfo[]> {
  const seen = (await processes()).filter((one) => one.state !== 'Z' && one.pid !== process.pid && one.pid !== 1);
  const candidates = marks.size === 0 ? [] : seen.filter((one) => !unrelated.has(one));
  const marked = new Map(await Promise.all(candidates.map(async (one) => [one.pid, await markOf(one.pid)] as const)));
  if (marks.size > 0) unrelated.update(seen, (one) => marked.get(one.pid) === undefined);
  const known = new Map(remembered.map((one) => [one.pid, one.start]));
  const isRoot = (one: ProcessInfo) => one.group === group || one.pid === group || known.get(one.pid) === one.start;
  return withDescendants(seen, new Set(seen.filter((one) => isRoot(one) || marks.has(marked.get(one.pid) ?? '')).map((one) => one.pid)));
}

/** The living processes of each group with their descendants, from one read of the process table. */
export async function treesOf(groups: readonly number[]): Promise<Map<number, number[]>> {
  const seen = (await processes()).filter((one) => one.state !== 'Z');
  const membersOf = (group: number) => new Set(seen.filter((one) => one.group === group).map((one) => one.pid));
  return new Map(groups.map((group) => [group, withDescendants(seen, membersOf(group)).map((one) => one.pid)]));
}

function withDescendants(seen: readonly ProcessInfo[], tree: Set<number>): ProcessInfo[] {
  for (let sizeBefore = -1; sizeBefore !== tree.size;) {
    sizeBefore = tree.size;
    for (const one of seen) if (tree.has(one.parent)) tree.add(one.pid);
  }
  return seen.filter((one) => tree.has(one.pid));
}

/** The number of processes that are read in one turn of the event loop. */
const PROCESSES_PER_TURN = 100;

/** Reads the process table synchronously: the kernel makes these files in memory, and the thread pool would make each read five times as slow. */
async function processes(): Promise<ProcessInfo[]> {
  if (process.platform !== 'linux') return [];
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const seen: ProcessInfo[] = [];
  for (const [index, pid] of pids.entries()) {
    if (index % PROCESSES_PER_TURN === PROCESSES_PER_TURN - 1) await new Promise((resolve) => setImmediate(resolve));
    const info = statOf(Number(pid));
    if (info) seen.push(info);
  }
  return seen;
}

function statOf(pid: number): ProcessInfo | undefined {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'latin1');
  } catch {
    return undefined;
  }
  // The name in parentheses can hold anything, so the fields are counted from its end.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [state, parent, group] = fields;
  const start = fields[19];
  return state && start ? { pid, parent: Number(parent), group: Number(group), state, start } : undefined;
}

/** The value of the mark in the environment of a process. This read is asynchronous because the kernel may have to wait for the memory of the process. */
async function markOf(pid: number): Promise<string | undefined> {
  const text = await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '');
  const variableStart = text.startsWith(`${MARK}=`) ? 0 : text.indexOf(`\0${MARK}=`) + 1;
  if (variableStart === 0 && !text.startsWith(`${MARK}=`)) return undefined;
  const start = variableStart + MARK.length + 1;
  const end = text.indexOf('\0', start);
  return text.slice(start, end === -1 ? undefined : end);
}

/**
 * Kills processes that left the process group of an ended run. It reads the process table once for all runs that ended in the last second: once for each
 * run would cost too much.
 */
export class Sweeper {
  #marks = new Map<string, (isGone: boolean) => void>();
  #timer: NodeJS.Timeout | undefined;
  readonly #unrelated = new UnrelatedProcesses();

  /** Schedules the kill of all processes that carry the mark. Resolves to true when none of them is alive. */
  add(mark: string): Promise<boolean> {
    if (process.platform !== 'linux') return Promise.resolve(false);
    this.#timer ??= setTimeout(() => void this.sweep(), 1000);
    return new Promise((resolve) => this.#marks.set(mark, resolve));
  }

  /** Runs the scheduled kills now. */
  async sweep(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const marks = this.#marks;
    this.#marks = new Map();
    if (marks.size === 0) return;
    const isGone = await killTree(undefined, new Set(marks.keys()), [], this.#unrelated);
    for (const resolve of marks.values()) resolve(isGone);
  }
}

/** Between fork and exec a process briefly has the environment of its parent, so a single read does not prove that the process is unrelated. */
const FORK_GRACE_MILLISECONDS = 2000;

const keyOf = ({ pid, start }: ProcessIdentity): string => `${pid} ${start}`;

type ProcessIdentity = { pid: number; start: string };

/** Remembers processes of the machine that belong to no run, so that their environment is not read again. */
class UnrelatedProcesses {
  #since = new Map<string, number>();

  /** Whether a process is known to belong to no run. */
  has(item: ProcessIdentity): boolean {
    return performance.now() - (this.#since.get(keyOf(item)) ?? Infinity) > FORK_GRACE_MILLISECONDS;
  }

  /** Updates the processes after a read of the whole process table. */
  update<Item extends ProcessIdentity>(seen: readonly Item[], isUnrelated: (item: Item) => boolean): void {
    const now = performance.now();
    this.#since = new Map(seen.filter(isUnrelated).map((item) => [keyOf(item), this.#since.get(keyOf(item)) ?? now]));
  }
}
