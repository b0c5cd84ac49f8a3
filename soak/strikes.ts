/** What can befall those who keep logs, one after the other, while tasks write. */
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { familyOf } from '../bench/process-tree.ts';
import type { EmbeddedPostgres } from '../packages/server/src/core/database/embedded-postgres/start-embedded-postgres.ts';
import { eventually, isAlive } from '../packages/server/test/support/install.ts';
import { killAndRestart, type Estate } from './estate.ts';

/** Kills one of them at random and starts it again. */
export async function strikeOne(victims: Estate['planes'] | Estate['engines'], random: () => number): Promise<number> {
  const index = Math.floor(random() * victims.length);
  const victim = victims[index];
  if (victim) await killAndRestart(victim);
  return index;
}

/** Kills all of PostgreSQL at once, as a power cut would, and starts it a second later. */
export async function strikeDatabase(postgres: EmbeddedPostgres, open: () => Promise<EmbeddedPostgres>): Promise<EmbeddedPostgres> {
  const family = familyOf(postgres.pid);
  for (const { pid } of family) signal(pid, 'SIGKILL');
  await eventually('the database is gone', async () =>
    (await Promise.all(family.map(({ pid }) => isAlive(pid)))).some(Boolean) ? undefined : true,
  );
  await wait(1000);
  return open();
}

/** Makes the store of content unable to take anything in, also for root; what it holds can be read. The answer makes it whole again. */
export async function strikeStore(folder: string): Promise<() => Promise<void>> {
  const incoming = join(folder, 'blobs', 'incoming');
  await rename(incoming, `${incoming}.aside`);
  await writeFile(incoming, 'no folder');
  return async () => {
    await rm(incoming);
    await rename(`${incoming}.aside`, incoming);
  };
}

/**
 * Stops all processes of PostgreSQL where they are, as a virtual machine that is paused: connections stay open and nothing is said. The
 * answer lets them go on.
 */
export function freezeDatabase(postgres: EmbeddedPostgres): () => void {
  // The postmaster first: it starts no process meanwhile.
  process.kill(postgres.pid, 'SIGSTOP');
  const family = familyOf(postgres.pid).map(({ pid }) => pid);
  for (const pid of family) signal(pid, 'SIGSTOP');
  return () => {
    for (const pid of family) signal(pid, 'SIGCONT');
  };
}

/** A process for one connection may have ended by itself. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    return;
  }
}
