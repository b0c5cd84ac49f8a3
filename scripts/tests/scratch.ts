/** Where tests keep their files. */
import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const NAME = 'millrace-tests-';
/** More than a whole run needs. */
const ENOUGH_BYTES = 4 * 2 ** 30;

/** A folder that goes with the run; `temporary` is the folder in it for what tests make. */
export type Scratch = { folder: string; temporary: string; remove(): Promise<void> };

/** Makes the folder: in memory where there is room and programs may run, because tests make hundreds of databases of hundreds of files. */
export async function makeScratch(): Promise<Scratch> {
  const folder = (await inMemory()) ?? (await mkdtemp(join(tmpdir(), NAME)));
  const temporary = join(folder, 'tmp');
  await mkdir(temporary);
  // As /tmp is: root's PostgreSQL runs as another user, which has to pass through.
  await chmod(temporary, 0o1777);
  await chmod(folder, 0o711);
  return { folder, temporary, remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }) };
}

async function inMemory(): Promise<string | undefined> {
  const room = await statfs(MEMORY).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  if (room < ENOUGH_BYTES) return undefined;
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

/** A run that was killed cannot tidy up, and memory is not emptied by anybody else; a database that still runs there ends when its folder goes. */
async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(MEMORY)) {
    const pid = new RegExp(`^${NAME}(\\d+)-`).exec(name)?.[1];
    if (pid !== undefined && !isThere(Number(pid))) await rm(join(MEMORY, name), { recursive: true, force: true }).catch(() => undefined);
  }
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
