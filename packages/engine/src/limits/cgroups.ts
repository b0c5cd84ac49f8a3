import { constants } from 'node:fs';
import { access, mkdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../own-log.ts';
import { pause } from '../waiting.ts';

/** What one run may take at most. */
export type TaskLimits = { memoryBytes?: number; cpus?: number };

const CPU_PERIOD = 100_000;

/** The subtree of control groups in which the engine may make one for each run. */
export class ControlGroups {
  readonly #own: string;
  readonly #limits: TaskLimits;

  constructor(own: string, limits: TaskLimits) {
    this.#own = own;
    this.#limits = limits;
  }

  /** Makes the group of a run and answers the file by which a process enters it. */
  async open(mark: string): Promise<string> {
    const group = this.#groupOf(mark);
    const { memoryBytes, cpus } = this.#limits;
    await mkdir(group, { recursive: true });
    if (memoryBytes !== undefined) {
      await writeFile(join(group, 'memory.max'), String(memoryBytes));
      // All of a run ends together: half a run is no use. Older kernels have neither file.
      await writeFile(join(group, 'memory.oom.group'), '1').catch(() => {});
      await writeFile(join(group, 'memory.swap.max'), '0').catch(() => {});
    }
    if (cpus !== undefined) await writeFile(join(group, 'cpu.max'), `${Math.max(1000, Math.round(cpus * CPU_PERIOD))} ${CPU_PERIOD}`);
    return join(group, 'cgroup.procs');
  }

  /** How many processes of a run the kernel has killed for want of memory. */
  async kills(mark: string): Promise<number> {
    const events = await readFile(join(this.#groupOf(mark), 'memory.events'), 'utf8').catch(() => '');
    return Number(/^oom_kill (\d+)$/m.exec(events)?.[1] ?? 0);
  }

  /** Ends what is left in the group of a run and removes it. */
  async close(mark: string): Promise<void> {
    const group = this.#groupOf(mark);
    await writeFile(join(group, 'cgroup.kill'), '1').catch(() => {});
    for (let attempt = 0; attempt < 20; attempt += 1) {
      try {
        return await rmdir(group);
      } catch {
        // Processes that were killed leave it in their own time.
        await pause(10 * (attempt + 1));
      }
    }
  }

  #groupOf(mark: string): string {
    return join(this.#own, `run-${mark}`);
  }
}

/**
 * Takes the engine's own group for the groups of its runs: it moves into a leaf of it, because a group with processes cannot pass controllers on.
 * Answers in words why that is not possible.
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
    // The root of the machine is not ours to change, even where we could.
    if (path === '/') return 'the engine has no control group of its own';
    await mkdir(join(own, 'engine'), { recursive: true });
    await writeFile(join(own, 'engine', 'cgroup.procs'), String(process.pid));
    await writeFile(join(own, 'cgroup.subtree_control'), wanted.map((one) => `+${one}`).join(' '));
    return new ControlGroups(own, limits);
  } catch (error) {
    return `the engine may not write its control group (${messageOf(error)})`;
  }
}
