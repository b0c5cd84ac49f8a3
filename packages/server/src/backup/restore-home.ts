/** The home folder of a restore: it holds no install, or the files of an interrupted restore. */
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../settings/config.ts';
import { findRunning, stopPostmaster } from '../embedded-postgres/postmaster.ts';
import { takeHomeLock, type HomeLock, openHome, RESTORE_MARK } from '../core/platform/home.ts';
import { StartError } from '../core/base/start-error.ts';

/**
 * The files and folders that show an install; a restore must not overwrite them. The format of the folder (`home.json`) is not one of them, because a
 * refused restore leaves it. The folder of content may be there for a restore without content.
 */
const INSTALL_FILES = ['postgres', 'key', 'admin.token', 'engine', 'server.json'];

/** A locked home folder. `isRepeated`: an earlier restore was interrupted. */
export type RestoreHome = {
  isRepeated: boolean;
  /** Removes the mark, when the restore has ended or was refused before it wrote anything. */
  removeMark(): Promise<void>;
  /** Releases the lock. */
  release(): void;
};

/**
 * Locks and marks a home folder, so that no server starts on it before the restore has ended. Removes what an interrupted restore has left; throws a
 * `StartError` if the folder holds an install.
 */
export async function takeRestoreHome({ home }: Pick<Config, 'home'>): Promise<RestoreHome> {
  const mark = join(home, RESTORE_MARK);
  const isRepeated = existsSync(mark);
  if (!isRepeated && INSTALL_FILES.some((name) => existsSync(join(home, name))))
    throw new StartError(
      `The home folder ${home} holds an install already: set MILLRACE_HOME to a folder that does not exist yet. Nothing was changed.`,
    );
  await openHome(home, true);
  const lock: HomeLock = takeHomeLock({ path: home });
  try {
    if (isRepeated) await removeInstallFiles(home);
    await writeFile(mark, 'A restore is writing this home folder, or was interrupted: run it again.\n', { mode: 0o600, flush: true });
  } catch (error) {
    lock.release();
    throw error;
  }
  return { isRepeated, removeMark: () => rm(mark, { force: true }), release: () => lock.release() };
}

/** Removes the files of an interrupted restore. The mark proves that no install was there before. */
async function removeInstallFiles(home: string): Promise<void> {
  const data = join(home, 'postgres', 'data');
  const running = existsSync(data) ? await findRunning(data) : undefined;
  if (running) await stopPostmaster(running.pid, data);
  for (const name of INSTALL_FILES) await rm(join(home, name), { recursive: true, force: true });
}
