/** A disk of its own that a test can fill and empty, and have read only. */
import { spawnSync } from 'node:child_process';
import { statfsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A disk that is mounted. */
export type TinyDisk = {
  /** Leaves no room on it. */
  fill(): Promise<void>;
  /** Takes away what filled it. */
  empty(): Promise<void>;
  /** Lets it only be read, or be written again; false while a file is open for writing. */
  readOnly(is: boolean): boolean;
  unmount(): void;
};

/** What a test says that is skipped for want of such a disk. */
export const WHY_NO_DISK = 'only root can make a file system that is small enough';

/** Mounts a small disk on a folder that exists; undefined where this machine does not let us. */
export function mountTinyDisk(folder: string, megabytes: number): TinyDisk | undefined {
  if (process.platform !== 'linux') return undefined;
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=700`, 'tmpfs', folder]);
  if (mounted.status !== 0) return undefined;
  const filler = join(folder, 'filler');
  return {
    fill: async () => {
      // Again and again: what others free meanwhile is filled too.
      for (let number = 0; number < 20; number += 1) {
        const { bavail, bsize } = statfsSync(folder);
        if (bavail === 0) return;
        await writeFile(filler, Buffer.alloc(bavail * bsize), { flag: 'a' }).catch(() => undefined);
      }
    },
    empty: () => rm(filler, { force: true }),
    readOnly: (is) => spawnSync('mount', ['-o', `remount,${is ? 'ro' : 'rw'}`, folder]).status === 0,
    unmount: () => void spawnSync('umount', ['--lazy', folder]),
  };
}
