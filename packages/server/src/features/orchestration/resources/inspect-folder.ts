/** Looks into the uploaded content of a directory resource. */
import { inspectZip, zipFault } from '../artifacts/index.ts';
import { refusedFolder } from './rules.ts';

/**
 * A folder is a zip that can be unpacked safely; a fault of the disk stays a fault.
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
