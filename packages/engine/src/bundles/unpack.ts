import { utimesSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { shown } from '@millrace/wire/bundles';
import { withEntries, type ListedEntry } from '@millrace/wire/zip-entries';
import { DeployFault, storageFault } from '../program/faults.ts';
import { messageOf } from '../program/own-log.ts';

/** The time of all jars, 1 January 2000 in seconds: Java uses a class data archive only if the jars have the times that they had when it was made. */
const JAR_SECONDS = 946_684_800;

/** Unpacks a bundle into a new folder. Refuses entries outside of the folder and bundles above the size limits, by a `DeployFault`. */
export function unpack(zipPath: string, folder: string, signal: AbortSignal): Promise<void> {
  return openBundle(zipPath, signal, async (listed) => {
    await mkdir(folder, { mode: 0o700 });
    await extract(listed, folder, signal);
  });
}

/** Opens a bundle while `work` runs. All entries are checked first; faults of the bundle are thrown as a `DeployFault`. */
export async function openBundle<T>(
  zipPath: string,
  signal: AbortSignal,
  work: (listed: readonly ListedEntry[]) => Promise<T>,
): Promise<T> {
  try {
    return await withEntries(zipPath, work);
  } catch (error) {
    if (signal.aborted || error instanceof DeployFault) throw error;
    throw storageFault(error) ?? unusable(messageOf(error), error);
  }
}

/** Whether the mode of an entry makes it executable. */
export const isExecutableEntry = (entry: ListedEntry['entry']): boolean => ((entry.externalFileAttributes >>> 16) & 0o111) !== 0;

function unusable(reason: string, cause?: unknown): DeployFault {
  return new DeployFault('BUNDLE_UNUSABLE', `The zip cannot be unpacked: ${reason}`, { advice: 'Publish a corrected version', cause });
}

/** The fault for a bundle with an entry that cannot be read. */
export const unusableEntry = (name: string, cause: unknown): DeployFault => unusable(`entry ${shown(name)}: ${messageOf(cause)}`, cause);

async function extract(listed: readonly ListedEntry[], root: string, signal: AbortSignal): Promise<void> {
  const made = new Set<string>();
  const makeFolder = async (path: string) => {
    if (!made.has(path)) await mkdir(join(root, path), { recursive: true, mode: 0o700 });
    made.add(path);
  };
  for (const { entry, name, path, isFolder, content } of listed) {
    if (isFolder) {
      await makeFolder(path);
      continue;
    }
    await makeFolder(dirname(path));
    try {
      // The sum of all sizes is within the limit, and `content` checks the size and the checksum of each entry.
      await writeFile(join(root, path), content(), { flag: 'wx', mode: isExecutableEntry(entry) ? 0o700 : 0o600, signal });
      if (path.endsWith('.jar')) utimesSync(join(root, path), JAR_SECONDS, JAR_SECONDS);
    } catch (error) {
      if (signal.aborted || error instanceof DeployFault) throw error;
      throw storageFault(error) ?? unusableEntry(name, error);
    }
  }
}
