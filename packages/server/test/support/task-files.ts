/** Files through which tests and their tasks communicate. Each run has its own user, so the files need open modes. */
import { chmod, mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Creates a temporary folder that tasks can enter. */
export async function folderBesideTasks(prefix: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), prefix));
  await chmod(folder, 0o711);
  return folder;
}

/** Creates an empty file to which every task can append. */
export async function journalOfTasks(path: string): Promise<string> {
  await writeFile(path, '', { flag: 'a' });
  await chmod(path, 0o666);
  return path;
}

/** Creates a folder in which every task can create files. */
export async function folderOfTasks(path: string): Promise<string> {
  await mkdir(path, { recursive: true });
  await chmod(path, 0o777);
  return path;
}
