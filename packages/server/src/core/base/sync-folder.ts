import { open } from 'node:fs/promises';

/** Flushes a folder: without it, a new name in the folder is not durable. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
