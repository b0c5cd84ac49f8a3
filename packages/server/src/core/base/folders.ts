/** Folders: creates those that an operator names, and makes new names in them durable. */
import { mkdir, open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Creates a folder and its parents, with the mode, unless it is there. Throws ENOTDIR if a file has the name. Node's recursive mkdir never returns on a
 * file system such as /proc, which reports a new folder as missing.
 */
export async function makeFolder(folder: string, mode: number): Promise<void> {
  const isFolder = async (): Promise<boolean> => (await stat(folder)).isDirectory();
  const isThere = await isFolder().catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (isThere) return;
  if (isThere === false) throw Object.assign(new Error(`ENOTDIR: ${folder} is a file`), { code: 'ENOTDIR' });
  await makeFolder(dirname(folder), mode);
  try {
    await mkdir(folder, { mode });
  } catch (error) {
    // Another process may have created it at the same time.
    if (!(await isFolder().catch(() => false))) throw error;
  }
}

/** Flushes a folder: without it, a new name in the folder is not durable. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
