/** Looks into an uploaded zip: whatever could not be unpacked safely is refused. */
import { BUNDLE_LIMITS, BundleError, bombFault, entryFault, type BundleEntry } from '@millrace/contract/bundles';
import { factsOf } from '@millrace/contract/zip';
import type { Entry, ZipFile } from 'yauzl';
import { Problem } from '../../../core/problem.ts';

/** An entry with the place to which it is unpacked. */
export type Listed = { path: string; folder: boolean; entry: Entry };

/** What is wrong with a zip that could not be read; a fault of the disk is none of the zip. */
export function zipFault(error: unknown): string | undefined {
  if (!(error instanceof Error) || error instanceof Problem || 'syscall' in error) return undefined;
  return error instanceof BundleError ? error.message : `it is not a readable zip, ${error.message}`;
}

/**
 * Every entry has a safe name, a size within the limits, content that can be read, and a place of its own.
 * @rule bundles.entries.safe
 * @rule bundles.entries.bomb
 */
export async function listEntries(zip: ZipFile): Promise<Listed[]> {
  const listed: Listed[] = [];
  const facts: BundleEntry[] = [];
  for await (const entry of zip.eachEntry()) {
    const fact = factsOf(entry);
    const { name } = fact;
    facts.push(fact);
    // Asked at once, so that a directory of millions of entries is not read to its end.
    const fault = entryFault(fact) ?? (facts.length > BUNDLE_LIMITS.entries ? bombFault(facts) : undefined) ?? packingFault(entry, name);
    if (fault !== undefined) throw new BundleError(fault);
    const words = name.split('/').filter((word) => word !== '' && word !== '.');
    listed.push({ path: words.join('/'), folder: name.endsWith('/'), entry });
  }
  const fault = bombFault(facts) ?? placeFault(listed);
  if (fault !== undefined) throw new BundleError(fault);
  // Throws where the content of an entry does not lie inside of the file.
  for (const { folder, entry } of listed) if (!folder) await zip.readLocalFileHeaderPromise(entry, { minimal: true });
  return listed;
}

const packingFault = (entry: Entry, name: string): string | undefined =>
  entry.canDecodeFileData() ? undefined : `entry ${shown(name)} is packed in a way that cannot be read; use deflate`;

/** With the lowest character in place of the slash, what lies in a folder follows it directly. */
function placeFault(listed: readonly Listed[]): string | undefined {
  const sorted = listed
    .map(({ path, folder }) => ({ key: path.replaceAll('/', '\0'), path, folder }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));
  for (const [index, next] of sorted.entries()) {
    const one = sorted[index - 1];
    if (one === undefined) continue;
    if (one.key === next.key && !(one.folder && next.folder)) return `entry ${shown(next.path)} is there twice`;
    if (!one.folder && next.key.startsWith(`${one.key}\0`)) return `entry ${shown(one.path)} is a file and a folder at once`;
  }
  return undefined;
}

/** A name of others as messages show it. */
export const shown = (name: string): string => JSON.stringify(name.slice(0, 80));
