import { mkdir, open, rm, rmdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { Failure } from '../../failure.ts';

/** A file for the key of an engine, readable by its owner only. */
export type KeyFile = { folder: string; path: string; keep(key: string): Promise<void>; discard(): Promise<void> };

/** Creates the file in its folder; throws a `Failure` if a key file exists there. */
export async function openKeyFile(folder: string): Promise<KeyFile> {
  const whole = resolve(folder);
  const path = join(whole, 'pairing.key');
  try {
    const made = await mkdir(whole, { recursive: true, mode: 0o700 });
    const file = await open(path, 'wx', 0o600);
    return {
      folder: whole,
      path,
      keep: async (key) => {
        await file.writeFile(`${key}\n`);
        await file.close();
      },
      discard: async () => {
        await file.close();
        await rm(path, { force: true });
        if (made !== undefined) await rmdir(whole);
      },
    };
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === 'EEXIST')
      throw new Failure('usage', `${path} already exists. Choose another --folder, or remove the file when its key is not needed.`);
    throw new Failure('usage', `${path} cannot be written: ${code ?? String(error)}.`);
  }
}
