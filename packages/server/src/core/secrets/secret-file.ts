/** Files of the home folder that hold a secret. */
import { randomUUID } from 'node:crypto';
import { chown, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The secret in a file; undefined where the file is missing or empty. */
export async function readSecretFile(file: string): Promise<string | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return text.trim() || undefined;
}

/** Writes a secret into a file, as `replaceSecretFile` does. */
export const writeSecretFile = (file: string, secret: string): Promise<void> => replaceSecretFile(file, secret, () => Promise.resolve());

/**
 * Replaces a secret in a file, atomically for every reader: the new secret is written to a file beside it before `confirm` is called, and replaces the
 * old file after `confirm` has succeeded. Owner and mode of the file stay the same: only its owner may read it.
 */
export async function replaceSecretFile<T>(file: string, secret: string, confirm: () => Promise<T>): Promise<T> {
  const { uid, gid } = await stat(file).catch(() => stat(dirname(file)));
  const newFile = `${file}.${randomUUID()}`;
  try {
    const handle = await open(newFile, 'wx', 0o600);
    try {
      await handle.writeFile(`${secret}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    // When root runs this for a server of another user, that user must be able to read the file.
    if (process.getuid?.() === 0) await chown(newFile, uid, gid);
    const answer = await confirm();
    await rename(newFile, file);
    return answer;
  } finally {
    await rm(newFile, { force: true });
  }
}
