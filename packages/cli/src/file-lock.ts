import { open, rm, stat } from 'node:fs/promises';

import { sleep } from './shell.ts';

/** A lock older than this was left by a killed process, because no action under a lock takes as long. */
const STALE_LOCK_MILLISECONDS = 60_000;
const RETRY_MILLISECONDS = 50;

/** Runs `work` while no other process of this machine holds the lock file. */
export async function runWithFileLock<T>(path: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  while (!(await tryLock(path))) {
    await removeStaleLock(path);
    await sleep(RETRY_MILLISECONDS, signal);
  }
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}

async function tryLock(path: string): Promise<boolean> {
  try {
    await (await open(path, 'wx', 0o600)).close();
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === 'EEXIST') return false;
    throw error;
  }
}

async function removeStaleLock(path: string): Promise<void> {
  const age = await stat(path).then(
    ({ mtimeMs }) => Date.now() - mtimeMs,
    () => 0,
  );
  if (age > STALE_LOCK_MILLISECONDS) await rm(path, { force: true });
}
