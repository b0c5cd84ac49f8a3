/** A small disk that a test can fill, empty and make read-only. */
import { spawnSync } from 'node:child_process';
import { statfsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A mounted disk. */
export type TinyDisk = {
  /** Fills the disk completely. */
  fill(): Promise<void>;
  /** Removes the file that fills the disk. */
  empty(): Promise<void>;
  /** Makes the disk read-only or writable. Returns false while a file is open for writing. */
  readOnly(isReadOnly: boolean): boolean;
  unmount(): void;
};

/** The reason for skipping a test without such a disk. */
export const NO_DISK_REASON = 'only root can mount a small disk';

/** Mounts a small disk on an existing folder. Returns undefined if this machine does not allow it. */
export function mountTinyDisk(folder: string, megabytes: number): TinyDisk | undefined {
  if (process.platform !== 'linux') return undefined;
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=700`, 'tmpfs', folder]);
  if (mounted.status !== 0) return undefined;
  const filler = join(folder, 'filler');
  return {
    fill: async () => {
      // Several times, because other processes may free space meanwhile.
      for (let number = 0; number < 20; number += 1) {
        const { bavail, bsize } = statfsSync(folder);
        if (bavail === 0) return;
        await writeFile(filler, Buffer.alloc(bavail * bsize), { flag: 'a' }).catch(() => undefined);
      }
    },
    empty: () => rm(filler, { force: true }),
    readOnly: (isReadOnly) => spawnSync('mount', ['-o', `remount,${isReadOnly ? 'ro' : 'rw'}`, folder]).status === 0,
    unmount: () => void spawnSync('umount', ['--lazy', folder]),
  };
}
