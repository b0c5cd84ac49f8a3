import { constants } from 'node:fs';
import { access, mkdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../program/own-log.ts';
import { sleepUnlessAborted } from '../program/waiting.ts';

/** The limits of one run: bytes of memory, and number of processors, which may be a fraction. */
export type TaskLimits = { memoryBytes?: number; cpus?: number };

/** Microseconds; the kernel accepts no quota below a millisecond. */
const CPU_PERIOD = 100_000;
const LEAST_CPU_QUOTA = 1000;

/** The subtree of control groups (cgroup v2) in which the engine creates one for each run. */
export class ControlGroups {
  readonly #own: string;
  readonly #limits: TaskLimits;

  constructor(own: string, limits: TaskLimits) {
    this.#own = own;
    this.#limits = limits;
  }

  /** Creates the group of a run. Returns the path of its `cgroup.procs` file: a process enters the group by writing its id there. */
  async open(mark: string): Promise<string> {
    const group = this.#groupOf(mark);
    const { memoryBytes, cpus } = this.#limits;
    await mkdir(group, { recursive: true });
    if (memoryBytes !== undefined) {
      await writeFile(join(group, 'memory.max'), String(memoryBytes));
      // The kernel then kills all processes of a run together. Older kernels lack these two files.
      await writeFile(join(group, 'memory.oom.group'), '1').catch(() => {});
      await writeFile(join(group, 'memory.swap.max'), '0').catch(() => {});
    }
    if (cpus !== undefined)
      await writeFile(join(group, 'cpu.max'), `${Math.max(LEAST_CPU_QUOTA, Math.round(cpus * CPU_PERIOD))} ${CPU_PERIOD}`);
    return join(group, 'cgroup.procs');
  }

  /** Returns how many processes of a run the kernel has killed because of the memory limit. */
  async countKills(mark: string): Promise<number> {
    return killsIn(await readFile(join(this.#groupOf(mark), 'memory.events'), 'utf8').catch(() => ''));
  }

  /** Kills the remaining processes in the group of a run and removes the group. */
  async close(mark: string): Promise<void> {
    const group = this.#groupOf(mark);
    await writeFile(join(group, 'cgroup.kill'), '1').catch(() => {});
    for (let attempt = 0; attempt < 20; attempt += 1) {
      try {
        return await rmdir(group);
      } catch {
        // Killed processes take a moment to leave the group.
        await sleepUnlessAborted(10 * (attempt + 1));
      }
    }
  }

  #groupOf(mark: string): string {
    return join(this.#own, `run-${mark}`);
  }
}

/** The number of processes that the kernel has killed for lack of memory, from the file of a control group that counts them. */
export const killsIn = (events: string): number => Number(/^oom_kill (\d+)$/m.exec(events)?.[1] ?? 0);

/**
 * Uses the engine's own group as the parent of the groups of its runs. The engine moves into a child group, because a group with processes cannot delegate
 * controllers. Returns the reason as a text if this is not possible.
 */
export async function takeControlGroups(
  limits: TaskLimits,
  root = '/sys/fs/cgroup',
  self = '/proc/self/cgroup',
): Promise<ControlGroups | string> {
  const wanted = [limits.memoryBytes !== undefined && 'memory', limits.cpus !== undefined && 'cpu'].filter((one) => one !== false);
  try {
    const path = /^0::(\/.*)$/m.exec(await readFile(self, 'utf8'))?.[1];
    const controllers = await readFile(join(root, path ?? '', 'cgroup.controllers'), 'utf8').catch(() => undefined);
    if (path === undefined || controllers === undefined) return 'the system has no control groups of version 2';
    const missing = wanted.filter((one) => !controllers.trim().split(' ').includes(one));
    if (missing.length > 0) return `the engine's control group has no controller for ${missing.join(' and ')}`;
    const own = join(root, path);
    await access(join(own, 'cgroup.subtree_control'), constants.W_OK);
    // Never change the root group of the machine, even if the permissions allow it.
    if (path === '/') return 'the engine has no control group of its own';
    await mkdir(join(own, 'engine'), { recursive: true });
    await writeFile(join(own, 'engine', 'cgroup.procs'), String(process.pid));
    await writeFile(join(own, 'cgroup.subtree_control'), wanted.map((one) => `+${one}`).join(' '));
    return new ControlGroups(own, limits);
  } catch (error) {
    return `the engine may not write its control group (${messageOf(error)})`;
  }
}
