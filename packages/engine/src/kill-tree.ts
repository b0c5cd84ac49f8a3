import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { UnrelatedProcesses } from './unrelated-processes.ts';

/** A process as the Linux process table shows it; the start tells it from a later one of the same id. */
export type Seen = { pid: number; parent: number; group: number; state: string; start: string };

/** The variable by which the processes of a run are known even after they left its process group. */
export const MARK = 'MILLRACE_RUN';

/** Sends a signal to a process group; false when nobody was there. */
export function signalGroup(group: number, signal: NodeJS.Signals): boolean {
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
  // Without a process table the answer of the signal stands; with one, members that only wait to be reaped do not count.
  return seen.length === 0 || seen.some((one) => one.group === group && one.state !== 'Z');
}

/**
 * Kills a process group, the descendants of its members, and on Linux every process that carries one of the marks or was remembered.
 * The table is read before anything is killed, since a child whose parent has died is no longer known as its child. True when nothing is left of it.
 */
export async function killTree(
  group: number | undefined,
  marks: ReadonlySet<string>,
  remembered: readonly Seen[] = [],
  unrelated?: UnrelatedProcesses,
): Promise<boolean> {
  // Several rounds, because what is being killed can fork in the meantime.
  for (let round = 0; round < 10; round += 1) {
    const tree = await treeOf(group, marks, remembered, unrelated);
    if (group !== undefined) signalGroup(group, 'SIGKILL');
    if (tree.length === 0) return true;
    for (const { pid } of tree) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended, or belongs to somebody else.
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return false;
}

/** All living processes that belong to a run; empty where there is no process table. Who is known to be a stranger is not asked for a mark. */
export async function treeOf(
  group: number | undefined,
  marks: ReadonlySet<string>,
  remembered: readonly Seen[] = [],
  unrelated = new UnrelatedProcesses(),
): Promise<Seen[]> {
  const seen = (await processes()).filter((one) => one.state !== 'Z' && one.pid !== process.pid && one.pid !== 1);
  const asked = marks.size === 0 ? [] : seen.filter((one) => !unrelated.has(one));
  const marked = new Map(await Promise.all(asked.map(async (one) => [one.pid, await markOf(one.pid)] as const)));
  if (marks.size > 0) unrelated.look(seen, (one) => marked.get(one.pid) === undefined);
  const known = new Map(remembered.map((one) => [one.pid, one.start]));
  const isRoot = (one: Seen) => one.group === group || one.pid === group || known.get(one.pid) === one.start;
  return withDescendants(seen, new Set(seen.filter((one) => isRoot(one) || marks.has(marked.get(one.pid) ?? '')).map((one) => one.pid)));
}

/** The living processes of each group with their descendants, from one look at the process table. */
export async function treesOf(groups: readonly number[]): Promise<Map<number, number[]>> {
  const seen = (await processes()).filter((one) => one.state !== 'Z');
  const membersOf = (group: number) => new Set(seen.filter((one) => one.group === group).map((one) => one.pid));
  return new Map(groups.map((group) => [group, withDescendants(seen, membersOf(group)).map((one) => one.pid)]));
}

function withDescendants(seen: readonly Seen[], tree: Set<number>): Seen[] {
  for (let before = -1; before !== tree.size;) {
    before = tree.size;
    for (const one of seen) if (tree.has(one.parent)) tree.add(one.pid);
  }
  return seen.filter((one) => tree.has(one.pid));
}

/** How many processes are looked at in one turn of the loop. */
const AT_ONCE = 100;

/** These files are made by the kernel while they are read and wait for no disk: through the thread pool each would cost five times as much. */
async function processes(): Promise<Seen[]> {
  if (process.platform !== 'linux') return [];
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const seen: Seen[] = [];
  for (const [index, pid] of pids.entries()) {
    if (index % AT_ONCE === AT_ONCE - 1) await new Promise((resolve) => setImmediate(resolve));
    const one = statOf(Number(pid));
    if (one) seen.push(one);
  }
  return seen;
}

function statOf(pid: number): Seen | undefined {
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

/** The run that a process says it belongs to. Its memory is read for that, which can wait. */
async function markOf(pid: number): Promise<string | undefined> {
  const text = await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '');
  const at = text.startsWith(`${MARK}=`) ? 0 : text.indexOf(`\0${MARK}=`) + 1;
  if (at === 0 && !text.startsWith(`${MARK}=`)) return undefined;
  const start = at + MARK.length + 1;
  const end = text.indexOf('\0', start);
  return text.slice(start, end === -1 ? undefined : end);
}

/** When a process started, in the kernel's ticks: with the process id this tells one process from all others. Undefined where unknown. */
export function startOf(pid: number): string | undefined {
  return process.platform === 'linux' ? statOf(pid)?.start : undefined;
}

/** Whether that very process lives: its id can be in use again by another one, which started later. */
export function isSame(pid: number, start: string | undefined): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  return start === undefined || startOf(pid) === start;
}

/**
 * Looks once for all runs that ended lately for processes that left their group and stayed: reading the process table for each run would cost too
 * much.
 */
export class Sweeper {
  #marks = new Map<string, (alone: boolean) => void>();
  #timer: NodeJS.Timeout | undefined;
  readonly #unrelated = new UnrelatedProcesses();

  /** Has what carries the mark killed soon; true when nothing lives any more that does. */
  add(mark: string): Promise<boolean> {
    if (process.platform !== 'linux') return Promise.resolve(false);
    this.#timer ??= setTimeout(() => void this.now(), 1000);
    return new Promise((resolve) => this.#marks.set(mark, resolve));
  }

  /** Looks at once. */
  async now(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const marks = this.#marks;
    this.#marks = new Map();
    if (marks.size === 0) return;
    const isGone = await killTree(undefined, new Set(marks.keys()), [], this.#unrelated);
    for (const told of marks.values()) told(isGone);
  }
}
