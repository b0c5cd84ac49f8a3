/** Where the database of the tests lies. */
import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const NAME = 'millrace-tests-';
/** More than the databases of a whole run need. */
const ENOUGH_BYTES = 2 * 2 ** 30;

/** Makes the folder: in memory where that is large enough, because each test file makes a database of hundreds of files. */
export async function databaseFolder(): Promise<string> {
  const room = await statfs(MEMORY).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  if (room >= ENOUGH_BYTES) await removeAbandoned();
  return mkdtemp(join(room >= ENOUGH_BYTES ? MEMORY : tmpdir(), `${NAME}${process.pid}-`));
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
