/** Inspects the uploaded content of a directory resource. */
import { inspectZip, zipFault } from '../artifacts/index.ts';
import { refusedFolder } from './rules.ts';

/**
 * Refuses content that is not a zip or cannot be unpacked safely; passes on an error of the disk.
 * @rule resources.create.folder
 */
export async function inspectFolder(zipPath: string): Promise<void> {
  try {
    await inspectZip(zipPath, async () => undefined);
  } catch (error) {
    const fault = zipFault(error);
    throw fault === undefined ? error : refusedFolder(fault);
  }
}
