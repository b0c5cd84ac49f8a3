import { spawnSync } from 'node:child_process';
import { statfsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { temporaryFolder } from './engine.ts';

/** What a test says that is skipped for want of a small disk. */
export const WHY_NO_DISK = 'only root can make a file system that is small enough';

/** A folder on a file system of its own, which a test can fill, empty, and have read only. */
export type TinyDisk = { folder: string; fill: () => Promise<void>; empty: () => Promise<void>; readOnly: (is: boolean) => void };

/** Makes such a folder; undefined where this machine does not let us. */
export async function tinyDisk(t: TestContext, megabytes: number): Promise<TinyDisk | undefined> {
  const folder = await temporaryFolder();
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]);
  if (mounted.status !== 0) return undefined;
  t.after(() => void spawnSync('umount', ['--lazy', folder]));
  const filler = join(folder, 'filler');
  return {
    folder,
    fill: async () => {
      const { bavail, bsize } = statfsSync(folder);
      // What does not fit is cut off.
      await writeFile(filler, Buffer.alloc(bavail * bsize + 1)).catch(() => undefined);
    },
    empty: () => rm(filler, { force: true }),
    readOnly: (is) => {
      const { status, stderr } = spawnSync('mount', ['-o', `remount,${is ? 'ro' : 'rw'}`, folder]);
      if (status !== 0) throw new Error(stderr.toString());
    },
  };
}
