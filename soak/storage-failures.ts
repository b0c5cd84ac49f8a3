/** Failures of the programs and folders on which a soak depends: kills, a database that stops responding, a store that refuses writes. */
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { processTreeOf } from '../bench/process-tree.ts';
import type { EmbeddedPostgres } from '../packages/server/src/embedded-postgres/start-embedded-postgres.ts';
import { eventually, isAlive } from '../packages/server/test/support/install.ts';
import { killAndRestart, type Installation } from './installation.ts';

/** Kills a random program by SIGKILL and starts it again. Returns its index. */
export async function killRandom(victims: Installation['planes'] | Installation['engines'], random: () => number): Promise<number> {
  const index = Math.floor(random() * victims.length);
  const victim = victims[index];
  if (victim) await killAndRestart(victim);
  return index;
}

/** Kills all processes of PostgreSQL at once, as a power failure does, and starts it a second later. */
export async function killDatabase(postgres: EmbeddedPostgres, open: () => Promise<EmbeddedPostgres>): Promise<EmbeddedPostgres> {
  await endDatabase(postgres);
  await wait(1000);
  return open();
}

/** Kills all processes of PostgreSQL at once, as a power failure does, and waits until they are gone. */
export async function endDatabase(postgres: EmbeddedPostgres): Promise<void> {
  const processes = processTreeOf(postgres.pid);
  for (const { pid } of processes) signal(pid, 'SIGKILL');
  await eventually('the database is gone', async () =>
    (await Promise.all(processes.map(({ pid }) => isAlive(pid)))).some(Boolean) ? undefined : true,
  );
}

/** Makes the store of content refuse writes, also from root; reads still work. Returns a function that repairs it. */
export async function blockStoreWrites(folder: string): Promise<() => Promise<void>> {
  const incoming = join(folder, 'blobs', 'incoming');
  await rename(incoming, `${incoming}.aside`);
  await writeFile(incoming, 'no folder');
  return async () => {
    await rm(incoming);
    await rename(`${incoming}.aside`, incoming);
  };
}

/**
 * Stops all processes of PostgreSQL by SIGSTOP, as when a virtual machine is paused: connections stay open, and no bytes are sent.
 * Returns a function that lets them continue.
 */
export function pauseDatabase(postgres: EmbeddedPostgres): () => void {
  // The postmaster first, so that it starts no more processes.
  process.kill(postgres.pid, 'SIGSTOP');
  const processes = processTreeOf(postgres.pid).map(({ pid }) => pid);
  for (const pid of processes) signal(pid, 'SIGSTOP');
  return () => {
    for (const pid of processes) signal(pid, 'SIGCONT');
  };
}

/** Sends a signal; does nothing if the process has ended already. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    return;
  }
}
