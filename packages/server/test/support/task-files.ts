/** Files beside the product by which tests and the tasks that they start tell each other things: each run is a user of its own. */
import { chmod, mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Makes a folder for temporary files that tasks may pass through. */
export async function folderBesideTasks(prefix: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), prefix));
  await chmod(folder, 0o711);
  return folder;
}

/** Makes an empty file to which every task may append. */
export async function journalOfTasks(path: string): Promise<string> {
  await writeFile(path, '', { flag: 'a' });
  await chmod(path, 0o666);
  return path;
}

/** Makes a folder in which every task may make files. */
export async function folderOfTasks(path: string): Promise<string> {
  await mkdir(path, { recursive: true });
  await chmod(path, 0o777);
  return path;
}
