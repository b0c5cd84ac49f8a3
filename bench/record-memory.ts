/** The memory of a running Millrace over time. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onDatabase } from './database.ts';
import type { Millrace } from './millrace.ts';
import { processTreeOf, megabytesOf } from './process-tree.ts';

/** The memory of the programs at one moment, in megabytes. */
export type MemorySample = { server: number; engine: number; database: number };

/** Takes samples until `stop`, which returns them. */
export type MemoryRecorder = { stop(): MemorySample[] };

const PAUSE = 2000;

/** Watches server, engine and database. The programs of tasks are not counted. */
export async function recordMemory({ pid, databaseUrl }: Millrace): Promise<MemoryRecorder> {
  const postmaster = await onDatabase(databaseUrl, async (client) => {
    const { rows } = await client.query<{ folder: string }>(`select current_setting('data_directory') as folder`);
    return Number.parseInt(readFileSync(join(rows[0]?.folder ?? '', 'postmaster.pid'), 'utf8'), 10);
  });
  const engines = processTreeOf(pid).filter(({ parent, command }) => parent === pid && command.includes('engine'));
  if (engines.length === 0) throw new Error('The server has no engine process.');
  const sum = (pids: readonly number[]): number => pids.reduce((total, member) => total + megabytesOf(member), 0);
  const samples: MemorySample[] = [];
  const take = (): void => {
    const database = processTreeOf(postmaster).map((member) => member.pid);
    samples.push({ server: megabytesOf(pid), engine: sum(engines.map((engine) => engine.pid)), database: sum(database) });
  };
  take();
  const timer = setInterval(take, PAUSE);
  return {
    stop: () => {
      clearInterval(timer);
      return samples;
    },
  };
}
