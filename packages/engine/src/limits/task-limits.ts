import { readFile } from 'node:fs/promises';
import type { Command } from '../bundles/command.ts';
import type { Ending } from '../outcomes/outcome.ts';
import { findProgram } from '../program/find-program.ts';
import type { OwnLog } from '../program/own-log.ts';
import { killTree, treesOf } from '../program/process-table.ts';
import { type ControlGroups, takeControlGroups, type TaskLimits } from './cgroups.ts';

type Watched = { mark: string; maxBytes: number; exceeded: (bytes: number) => void };

const PERIOD_MILLISECONDS = 500;

/** Polls the memory use of runs and kills those above their limit, for systems without control groups. */
class MemoryWatch {
  readonly #watched = new Map<number, Watched>();
  #isScheduled = false;

  /** Watches the process group of a run. Returns a function that ends the watch. */
  add(group: number, watched: Watched): () => void {
    this.#watched.set(group, watched);
    this.#schedule();
    return () => {
      if (this.#watched.get(group) === watched) this.#watched.delete(group);
    };
  }

  async #check(): Promise<void> {
    const trees = await treesOf([...this.#watched.keys()]);
    for (const [group, pids] of trees) {
      const watched = this.#watched.get(group);
      if (!watched) continue;
      const bytes = (await Promise.all(pids.map(ownMemory))).reduce((sum, one) => sum + one, 0);
      if (bytes <= watched.maxBytes || this.#watched.get(group) !== watched) continue;
      this.#watched.delete(group);
      watched.exceeded(bytes);
      await killTree(group, new Set([watched.mark]));
    }
    this.#isScheduled = false;
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isScheduled || this.#watched.size === 0) return;
    this.#isScheduled = true;
    setTimeout(() => void this.#check(), PERIOD_MILLISECONDS);
  }
}

/** The anonymous and shared memory of a process, in bytes. File pages are not counted: the kernel can drop them. */
async function ownMemory(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0);
  return (kilobytes('RssAnon') + kilobytes('RssShmem')) * 1024;
}

/** The limits of one run. */
export type RunLimits = {
  /** A line for the log of the run; undefined without limits. */
  note: string | undefined;
  /** Returns a command that starts within the limits. `user` is the run's own user id, if it has one. */
  wrap: (command: Command, user?: number, groups?: readonly number[]) => Command;
  /** Whether the wrapped command first starts a program with the rights of the engine. */
  startsOutside: boolean;
  started: (group: number) => void;
  /** The ending of a run that was killed because of its memory use; undefined for other runs. */
  endingByLimit: () => Promise<Ending | undefined>;
  close: () => Promise<void>;
};

const NO_LIMITS: RunLimits = {
  note: undefined,
  wrap: (command) => command,
  startsOutside: false,
  started: () => {},
  endingByLimit: () => Promise.resolve(undefined),
  close: () => Promise.resolve(),
};

/** Opens the limits of each run. */
export type Limiter = (mark: string) => Promise<RunLimits>;

/**
 * Chooses how to enforce the limits: by control groups of the kernel, else by polling the memory use twice a second. `users`: each run has its own user.
 * A task then enters its control group with the rights of the engine, and drops them by `setpriv`, which is searched in `path`.
 */
export async function openLimiter(limits: TaskLimits, log: OwnLog, { users, path }: { users: boolean; path: string }): Promise<Limiter> {
  if (limits.memoryBytes === undefined && limits.cpus === undefined) return () => Promise.resolve(NO_LIMITS);
  const setpriv = users ? await findProgram('setpriv', path) : undefined;
  const groups = users && setpriv === undefined ? 'setpriv of util-linux is not installed' : await takeControlGroups(limits);
  if (typeof groups !== 'string') {
    log('info', 'Tasks are limited by control groups', limits);
    return (mark) => groupLimits(groups, { limits, setpriv }, mark);
  }
  log('warn', 'Tasks cannot be limited by the kernel; their memory is watched, their CPU time is not limited', {
    ...limits,
    reason: groups,
  });
  const watch = new MemoryWatch();
  return (mark) => Promise.resolve(watchedLimits(watch, limits, mark, groups));
}

async function groupLimits(
  controlGroups: ControlGroups,
  { limits, setpriv }: { limits: TaskLimits; setpriv: string | undefined },
  mark: string,
): Promise<RunLimits> {
  const procsFile = await controlGroups.open(mark);
  return {
    note: `Limits: ${describe(limits)}, enforced by a control group`,
    // The shell enters the group and then executes the task, so that every process of the task is in the group.
    wrap: ({ command, arguments: args, ...rest }, user, groups) => ({
      ...rest,
      command: '/bin/sh',
      arguments: ['-c', 'echo $$ > "$0" && exec "$@"', procsFile, ...dropRightsArguments(setpriv, user, groups), command, ...args],
      ...(user !== undefined && { dropsRights: true }),
    }),
    startsOutside: true,
    started: () => {},
    endingByLimit: async () =>
      (await controlGroups.countKills(mark)) > 0 ? outOfMemory(limits.memoryBytes ?? 0, 'The kernel killed it') : undefined,
    close: () => controlGroups.close(mark),
  };
}

function dropRightsArguments(setpriv: string | undefined, user: number | undefined, groups: readonly number[] = []): string[] {
  if (setpriv === undefined || user === undefined) return [];
  const [group = user, ...others] = groups;
  const further = others.length > 0 ? `--groups=${others.join(',')}` : '--clear-groups';
  return [setpriv, `--reuid=${user}`, `--regid=${group}`, further, '--no-new-privs', '--inh-caps=-all', '--bounding-set=-all'];
}

function watchedLimits(watch: MemoryWatch, limits: TaskLimits, mark: string, reason: string): RunLimits {
  const { memoryBytes, cpus } = limits;
  let usedBytes: number | undefined;
  let stop = () => {};
  const unlimited = cpus === undefined ? '' : `; ${cpus} CPU is not enforced`;
  const memory = memoryBytes === undefined ? 'none is enforced' : `${describe({ memoryBytes })}, watched twice a second`;
  return {
    ...NO_LIMITS,
    note: `Limits: ${memory}${unlimited}, because ${reason}`,
    started: (group) => {
      if (memoryBytes !== undefined) stop = watch.add(group, { mark, maxBytes: memoryBytes, exceeded: (bytes) => (usedBytes = bytes) });
    },
    endingByLimit: () =>
      Promise.resolve(
        usedBytes === undefined ? undefined : outOfMemory(memoryBytes ?? 0, `It used ${megabytes(usedBytes)} and was killed`),
      ),
    close: () => Promise.resolve(stop()),
  };
}

function outOfMemory(maxBytes: number, cause: string): Ending {
  const errorMessage = `The task used more memory than the ${megabytes(maxBytes)} that the engine allows. ${cause}. Raise MILLRACE_ENGINE_TASK_MEMORY on the engine, or reduce the memory use of the task`;
  return { outcome: 'EXECUTION_FAILED', errorType: 'OUT_OF_MEMORY', errorMessage };
}

const megabytes = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MiB`;

function describe({ memoryBytes, cpus }: TaskLimits): string {
  return [memoryBytes !== undefined && `${megabytes(memoryBytes)} of memory`, cpus !== undefined && `${cpus} CPU`]
    .filter(Boolean)
    .join(', ');
}
