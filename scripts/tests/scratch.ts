/** The folder in which tests write their files. */
import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const NAME = 'millrace-tests-';
/** More than a whole run needs. */
const NEEDED_BYTES = 4 * 2 ** 30;

/** A folder that is removed after the run. Tests write into `temporary`, a folder inside it. */
export type Scratch = { folder: string; temporary: string; remove(): Promise<void> };

/** Creates the folder: in memory if there is room and programs may run there, because tests create hundreds of databases with many files. */
export async function makeScratch(): Promise<Scratch> {
  const folder = (await inMemory()) ?? (await mkdtemp(join(tmpdir(), NAME)));
  const temporary = join(folder, 'tmp');
  await mkdir(temporary);
  // The same mode as /tmp. When root runs the tests, PostgreSQL runs as another user, which must be able to enter the folder.
  await chmod(temporary, 0o1777);
  await chmod(folder, 0o711);
  return { folder, temporary, remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }) };
}

async function inMemory(): Promise<string | undefined> {
  const freeBytes = await statfs(MEMORY).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  if (freeBytes < NEEDED_BYTES) return undefined;
  await removeAbandoned();
  const folder = await mkdtemp(join(MEMORY, `${NAME}${process.pid}-`));
  try {
    const program = join(folder, 'program');
    await writeFile(program, '#!/bin/sh\n', { mode: 0o700 });
    execFileSync(program);
    return folder;
  } catch {
    await rm(folder, { recursive: true });
    return undefined;
  }
}

/** Removes the folders of killed runs, which would fill the memory. A database that still runs in such a folder ends when the folder is removed. */
async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(MEMORY)) {
    const pid = new RegExp(`^${NAME}(\\d+)-`).exec(name)?.[1];
    if (pid !== undefined && !isRunning(Number(pid))) await rm(join(MEMORY, name), { recursive: true, force: true }).catch(() => undefined);
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
