/** Looks into an uploaded zip: whatever could not be unpacked safely and as it was packed is refused. */
import { BundleError } from '@millrace/wire/bundles';
import { shown, withEntries, type ListedEntry } from '@millrace/wire/zip-entries';
import { Problem } from '../../../core/base/problem.ts';

/** What is wrong with a zip that could not be read; a fault of the disk is none of the zip. */
export function zipFault(error: unknown): string | undefined {
  if (!(error instanceof Error) || error instanceof Problem || 'syscall' in error) return undefined;
  return error instanceof BundleError ? error.message : `it is not a readable zip, ${error.message}`;
}

/** Checks all entries of a zip, then reads what `read` wants of them, then unpacks each once, to nowhere, to compare it with its checksum. */
export const inspectZip = <T>(zipPath: string, read: (listed: readonly ListedEntry[]) => Promise<T>): Promise<T> =>
  withEntries(zipPath, async (listed) => {
    const answer = await read(listed);
    for (const one of listed) if (!one.folder) await canBeUnpacked(one);
    return answer;
  });

/** @rule bundles.entries.checksum */
async function canBeUnpacked({ name, content }: ListedEntry): Promise<void> {
  try {
    for await (const chunk of content()) void chunk;
  } catch (cause) {
    if (cause instanceof Error && 'syscall' in cause) throw cause;
    throw new BundleError(`entry ${shown(name)} cannot be read, ${(cause as Error).message}`, { cause });
  }
}
