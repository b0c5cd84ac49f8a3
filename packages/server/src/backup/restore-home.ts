/** The home folder into which a backup is restored: it is empty, or an earlier try of a restore has filled it. */
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../core/platform/config.ts';
import { findRunning, stopPostmaster } from '../core/database/embedded-postgres/postmaster.ts';
import { takeHomeLock, type HomeLock } from '../core/platform/home-lock.ts';
import { openHome, RESTORE_MARK } from '../core/platform/home.ts';
import { StartError } from '../core/base/start-error.ts';

/** What a server, or a restore, makes in its home folder, and what would be lost if it were written over. */
const MADE = ['postgres', 'key', 'admin.token', 'engine', 'server.json'];

/** A home folder that is this restore's until `done` or `release`; `isRepeated`: an earlier try has begun on it. */
export type RestoreHome = { isRepeated: boolean; done(): Promise<void>; release(): void };

/** Takes a home folder that holds no install, and marks it, so that no server starts on it before the restore has ended. */
export async function takeRestoreHome({ home }: Pick<Config, 'home'>): Promise<RestoreHome> {
  const mark = join(home, RESTORE_MARK);
  const isRepeated = existsSync(mark);
  if (!isRepeated && MADE.some((name) => existsSync(join(home, name))))
    throw new StartError(
      `The home folder ${home} holds an install already: set MILLRACE_HOME to a folder that is not there yet. Nothing was changed.`,
    );
  await openHome(home, true);
  const lock: HomeLock = takeHomeLock({ path: home });
  try {
    if (isRepeated) await removeMade(home);
    await writeFile(mark, 'A restore fills this home folder, or was broken off: run it again.\n', { mode: 0o600, flush: true });
  } catch (error) {
    lock.release();
    throw error;
  }
  return { isRepeated, done: () => rm(mark), release: () => lock.release() };
}

/** The mark says that all of it was made by a restore: before it was written, none of it was there. */
async function removeMade(home: string): Promise<void> {
  const data = join(home, 'postgres', 'data');
  const left = existsSync(data) ? await findRunning(data) : undefined;
  if (left) await stopPostmaster(left.pid, data);
  for (const name of MADE) await rm(join(home, name), { recursive: true, force: true });
}

/** Undoes the mark of a restore that was refused before it wrote anything. */
export const unmark = (home: string): Promise<void> => rm(join(home, RESTORE_MARK), { force: true });
