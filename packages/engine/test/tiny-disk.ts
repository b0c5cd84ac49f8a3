import { spawnSync } from 'node:child_process';
import { statfsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { atEnd } from './at-end.ts';
import { temporaryFolder } from './engine.ts';

/** The reason why a test without a small disk is skipped. */
export const NO_TINY_DISK_REASON = 'only root can mount a file system that is small enough';

/** A folder on a small file system of its own, which a test can fill, empty and make read-only. */
export type TinyDisk = {
  folder: string;
  fill: () => Promise<void>;
  empty: () => Promise<void>;
  setReadOnly: (isReadOnly: boolean) => void;
};

/** Mounts a small file system in a new folder; undefined where this machine does not allow that. It is unmounted after the test. */
export async function tinyDisk(t: TestContext, megabytes: number): Promise<TinyDisk | undefined> {
  const folder = await temporaryFolder();
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]);
  if (mounted.status !== 0) return undefined;
  atEnd(t, () => void spawnSync('umount', ['--lazy', folder]));
  const filler = join(folder, 'filler');
  return {
    folder,
    fill: async () => {
      const { bavail, bsize } = statfsSync(folder);
      // The write fails when the disk is full; that is the purpose.
      await writeFile(filler, Buffer.alloc(bavail * bsize + 1)).catch(() => undefined);
    },
    empty: () => rm(filler, { force: true }),
    setReadOnly: (isReadOnly) => {
      const { status, stderr } = spawnSync('mount', ['-o', `remount,${isReadOnly ? 'ro' : 'rw'}`, folder]);
      if (status !== 0) throw new Error(stderr.toString());
    },
  };
}
