import { readdir, readFile } from 'node:fs/promises';

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
 * The table is read before anything is killed, since a child whose parent has died is no longer known as its child.
 */
export async function killTree(group: number | undefined, marks: ReadonlySet<string>, remembered: readonly Seen[] = []): Promise<void> {
  // Several rounds, because what is being killed can fork in the meantime.
  for (let round = 0; round < 10; round += 1) {
    const tree = await treeOf(group, marks, remembered);
    if (group !== undefined) signalGroup(group, 'SIGKILL');
    if (tree.length === 0) return;
    for (const { pid } of tree) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended, or belongs to somebody else.
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** All living processes that belong to a run; empty where there is no process table. */
export async function treeOf(group: number | undefined, marks: ReadonlySet<string>, remembered: readonly Seen[] = []): Promise<Seen[]> {
  const seen = (await processes()).filter((one) => one.state !== 'Z' && one.pid !== process.pid && one.pid !== 1);
  const marked = await Promise.all(seen.map((one) => carriesMark(one.pid, marks)));
  const known = new Map(remembered.map((one) => [one.pid, one.start]));
  const isRoot = (one: Seen) => one.group === group || one.pid === group || known.get(one.pid) === one.start;
  return withDescendants(seen, new Set(seen.filter((one, index) => isRoot(one) || marked[index]).map((one) => one.pid)));
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

async function processes(): Promise<Seen[]> {
  if (process.platform !== 'linux') return [];
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const seen = await Promise.all(names.map((name) => statOf(Number(name))));
  return seen.filter((one) => one !== undefined);
}

async function statOf(pid: number): Promise<Seen | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name in parentheses can hold anything, so the fields are counted from its end.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [state, parent, group] = fields;
  const start = fields[19];
  return state && start ? { pid, parent: Number(parent), group: Number(group), state, start } : undefined;
}

async function carriesMark(pid: number, marks: ReadonlySet<string>): Promise<boolean> {
  if (marks.size === 0) return false;
  const text = await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '');
  const at = text.startsWith(`${MARK}=`) ? 0 : text.indexOf(`\0${MARK}=`) + 1;
  if (at === 0 && !text.startsWith(`${MARK}=`)) return false;
  const start = at + MARK.length + 1;
  const end = text.indexOf('\0', start);
  return marks.has(text.slice(start, end === -1 ? undefined : end));
}

/** When a process started, in the kernel's ticks: with the process id this tells one process from all others. Undefined where unknown. */
export async function startOf(pid: number): Promise<string | undefined> {
  return (await statOf(pid))?.start;
}

/** Whether that very process lives: its id can be in use again by another one, which started later. */
export async function isSame(pid: number, start: string | undefined): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  return start === undefined || (await startOf(pid)) === start;
}

/** Looks once for all runs that ended lately for processes that left their group and stayed: reading the process table for each run would cost too much. */
export class Sweeper {
  #marks = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  /** Has what carries the mark killed soon. */
  add(mark: string): void {
    if (process.platform !== 'linux') return;
    this.#marks.add(mark);
    this.#timer ??= setTimeout(() => void this.now(), 1000);
  }

  /** Looks at once. */
  async now(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const marks = this.#marks;
    this.#marks = new Set();
    if (marks.size > 0) await killTree(undefined, marks);
  }
}
