/** Making folders that an operator names. */
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes a folder and those above it, with the mode. Node's own way to do that never ends where a file system such as /proc says of a new folder that it is
 * not there.
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
    // Another process may have been faster.
    if (!(await isFolder().catch(() => false))) throw error;
  }
}
