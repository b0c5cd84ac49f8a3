import { open, rm } from 'node:fs/promises';

import { Failure } from './failure.ts';
import { absolutePath, type Shell } from './shell.ts';

/** A new file for a secret, readable by its owner only. `keep` writes the secret; `discard` removes the file. */
export type SecretFile = { path: string; keep(secret: string): Promise<void>; discard(): Promise<void> };

/**
 * Creates the file. It is created before the secret, which the server returns only once. Throws a `Failure` if the file exists or cannot be
 * written; `option` is the option that chooses another file.
 */
export async function openSecretFile(path: string, option: string, shell: Pick<Shell, 'workingFolder'>): Promise<SecretFile> {
  const fullPath = absolutePath(path, shell);
  const file = await open(fullPath, 'wx', 0o600).catch((error: unknown) => {
    throw fileFailure(fullPath, option, error);
  });
  return {
    path: fullPath,
    keep: async (secret) => {
      await file.writeFile(`${secret}\n`);
      await file.close();
    },
    discard: async () => {
      await file.close();
      await rm(fullPath, { force: true });
    },
  };
}

/** The failure to create a file for a secret. */
export function fileFailure(path: string, option: string, error: unknown): Failure {
  const { code } = error as { code?: string };
  if (code === 'EEXIST')
    return new Failure('usage', `${path} already exists. Choose another ${option}, or remove the file when its secret is not needed.`);
  return new Failure('usage', `${path} cannot be written: ${code ?? String(error)}.`);
}
