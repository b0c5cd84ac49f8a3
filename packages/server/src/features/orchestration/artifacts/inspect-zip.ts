/** Inspects an uploaded zip, and refuses entries that are unsafe or damaged. */
import { BundleError } from '@millrace/wire/bundles';
import { shown, withEntries, type ListedEntry } from '@millrace/wire/zip-entries';
import { Problem } from '../../../core/base/problem.ts';

/** Describes the fault of a zip that could not be read; returns undefined for an error of the disk, which is not the fault of the zip. */
export function zipFault(error: unknown): string | undefined {
  if (!(error instanceof Error) || error instanceof Problem || 'syscall' in error) return undefined;
  return error instanceof BundleError ? error.message : `it is not a readable zip (${error.message.replace(/\.$/, '')})`;
}

/** Checks the list of entries of a zip, calls `read` with it, then unpacks each file without storing it, to compare its checksum. */
export const inspectZip = <T>(zipPath: string, read: (listed: readonly ListedEntry[]) => Promise<T>): Promise<T> =>
  withEntries(zipPath, async (listed) => {
    const result = await read(listed);
    for (const entry of listed) if (!entry.folder) await requireUnpackable(entry);
    return result;
  });

/** @rule bundles.entries.checksum */
async function requireUnpackable({ name, content }: ListedEntry): Promise<void> {
  try {
    for await (const chunk of content()) void chunk;
  } catch (cause) {
    if (cause instanceof Error && 'syscall' in cause) throw cause;
    throw new BundleError(`entry ${shown(name)} cannot be read, ${(cause as Error).message}`, { cause });
  }
}
