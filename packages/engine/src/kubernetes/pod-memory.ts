import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { killsIn } from '../limits/cgroups.ts';
import type { RunLimits } from '../limits/task-limits.ts';
import type { Ending } from '../outcomes/outcome.ts';

const MEBIBYTE = 2 ** 20;
/** Control groups of version 1 write a number near 2^63 for no limit. */
const NO_LIMIT_FROM_BYTES = 2 ** 60;

/** The limits of the only run of a pod, which Kubernetes enforces; `root` is where the control groups of its container are mounted. */
export async function openPodMemory(root = '/sys/fs/cgroup'): Promise<RunLimits> {
  const limit = await memoryLimit(root);
  const before = await countKills(root);
  return {
    note: limit === undefined ? undefined : `Limits: ${Math.round(limit / MEBIBYTE)} MiB of memory for the pod`,
    wrap: (command) => command,
    startsOutside: false,
    started: () => {},
    endingByLimit: async () => ((await countKills(root)) > before ? outOfPodMemory(limit) : undefined),
    close: () => Promise.resolve(),
  };
}

/** The end of a run whose pod had no memory left. */
export function outOfPodMemory(limit?: number, evidence?: string): Ending {
  const bound = limit === undefined ? 'its pod has' : `the ${Math.round(limit / MEBIBYTE)} MiB of its pod`;
  const cause = `The task used more memory than ${bound}, and the kernel killed it${evidence ? ` (${evidence})` : ''}`;
  const errorMessage = `${cause}. Give its pods more memory in the run profile or the settings of the engine, or reduce the memory use of the task`;
  return { outcome: 'EXECUTION_FAILED', errorType: 'OUT_OF_MEMORY', errorMessage };
}

/** Reads version 2 of control groups, else version 1. */
async function countKills(root: string): Promise<number> {
  return killsIn((await textOf(root, 'memory.events')) ?? (await textOf(root, 'memory/memory.oom_control')) ?? '');
}

async function memoryLimit(root: string): Promise<number | undefined> {
  const text = (await textOf(root, 'memory.max')) ?? (await textOf(root, 'memory/memory.limit_in_bytes')) ?? '';
  const bytes = Number(text.trim() || Number.NaN);
  return bytes > 0 && bytes < NO_LIMIT_FROM_BYTES ? bytes : undefined;
}

const textOf = (root: string, name: string): Promise<string | undefined> => readFile(join(root, name), 'utf8').catch(() => undefined);
