import { mkdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';

import { fileFailure, openSecretFile, type SecretFile } from '../../secret-file.ts';
import { absolutePath, type Shell } from '../../shell.ts';

/** A file for the key of an engine, readable by its owner only. */
export type KeyFile = SecretFile & { folder: string };

/** Creates the file in its folder; throws a `Failure` if a key file exists there. */
export async function openKeyFile(folder: string, shell: Pick<Shell, 'workingFolder'>): Promise<KeyFile> {
  const absolute = absolutePath(folder, shell);
  const path = join(absolute, 'pairing.key');
  const createdFolder = await mkdir(absolute, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw fileFailure(path, '--folder', error);
  });
  const file = await openSecretFile(path, '--folder', shell);
  return {
    ...file,
    folder: absolute,
    discard: async () => {
      await file.discard();
      if (createdFolder !== undefined) await rmdir(absolute);
    },
  };
}
