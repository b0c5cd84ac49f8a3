/** Inspects uploaded zips and bundles: refuses what an engine could not safely unpack or run. */
import type { Schema } from '@millrace/contract';
import { defaultFault } from '@millrace/contract/parameters';
import { readManifest } from '@millrace/wire/bundle-manifest';
import { BundleError, type BundleManifest, JOB_INFO_NAME, MANIFEST_NAME, shown } from '@millrace/wire/bundles';
import { type ListedEntry, withEntries } from '@millrace/wire/zip-entries';
import { invalid, Problem } from '../../../core/base/problem.ts';
import { parseAs } from '../../../core/http/validation.ts';
import { type Filled, fillFromBundle, requireStandardJob } from './rules.ts';

/** Reads the manifest of a bundle; refuses a bundle that cannot be unpacked or run. */
export async function inspectBundle(zipPath: string): Promise<BundleManifest> {
  try {
    return await inspectZip(zipPath, readManifest);
  } catch (error) {
    throw refusalOf(error);
  }
}

/** Returns a publication filled with the values of its bundle, or refuses what does not fit. */
export function requireFittingPublication(request: Schema<'PublishArtifactRequest'>, bundle: BundleManifest): Filled {
  requireStandardJob(request, bundle);
  const filled = fillFromBundle(request, bundle);
  requireFittingDescriptor(filled);
  return filled;
}

/** Refuses a publication outside of the contract. The request was checked before, so that a wrong value comes from the bundle. */
function requireFittingDescriptor(filled: Filled): void {
  try {
    parseAs('PublishArtifactRequest', 'artifact', JSON.stringify(filled));
  } catch (error) {
    throw error instanceof Problem ? refusedBundle(`its manifest does not fit the contract, ${error.message.replace(/\.$/, '')}`) : error;
  }
  const fault = defaultFault(filled.parameters);
  if (fault !== undefined) throw refusedBundle(`the values of its parameters do not fit their types, ${fault}`);
}

/** Builds the refusal of a bundle; its message explains what a bundle is. */
const refusedBundle = (reason: string): Problem =>
  invalid(
    'bundle_refused',
    `The bundle is refused: ${reason}. A bundle is a zip with ${MANIFEST_NAME} at its root, or a job archive with ${JOB_INFO_NAME} there.`,
  );

/**
 * Returns the refusal of a faulty bundle, or of a file that is no readable zip; an error of the disk is returned unchanged.
 * @rule bundles.layout.zip
 */
function refusalOf(error: unknown): unknown {
  const fault = zipFault(error);
  return fault === undefined ? error : refusedBundle(fault);
}

/** Describes the fault of a zip that could not be read; returns undefined for an error of the disk, which is not the fault of the zip. */
export function zipFault(error: unknown): string | undefined {
  if (!(error instanceof Error) || error instanceof Problem || 'syscall' in error) return undefined;
  return error instanceof BundleError ? error.message : `it is not a readable zip (${error.message.replace(/\.$/, '')})`;
}

/**
 * Calls `read` with the list of the entries of a zip, then unpacks each file without storing it. Throws a `BundleError` or the error of the zip library if
 * the list is faulty or a file cannot be unpacked; `zipFault` describes both.
 */
export const inspectZip = <T>(zipPath: string, read: (listed: readonly ListedEntry[]) => Promise<T>): Promise<T> =>
  withEntries(zipPath, async (listed) => {
    const result = await read(listed);
    for (const entry of listed) if (!entry.isFolder) await requireUnpackable(entry);
    return result;
  });

/**
 * Throws a `BundleError` if a file cannot be unpacked or has a wrong checksum.
 * @rule bundles.entries.checksum
 */
async function requireUnpackable({ name, content }: ListedEntry): Promise<void> {
  try {
    for await (const chunk of content()) void chunk;
  } catch (cause) {
    if (cause instanceof Error && 'syscall' in cause) throw cause;
    throw new BundleError(`entry ${shown(name)} cannot be read, ${(cause as Error).message}`, { cause });
  }
}
