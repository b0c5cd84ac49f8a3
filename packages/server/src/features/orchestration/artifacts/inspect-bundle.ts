/** Inspects an uploaded bundle: refuses a bundle that an engine could not safely unpack or run, and reads its manifest. */
import type { Schema } from '@millrace/contract';
import { defaultFault } from '@millrace/contract/parameters';
import { readManifest } from '@millrace/wire/bundle-manifest';
import { JOB_INFO_NAME, MANIFEST_NAME, type BundleManifest } from '@millrace/wire/bundles';
import { invalid, Problem } from '../../../core/base/problem.ts';
import { parseAs } from '../../../core/http/validation.ts';
import { inspectZip, zipFault } from './inspect-zip.ts';
import { fillFromBundle, requireStandardJob, type Filled } from './rules.ts';

/** Reads the manifest of a bundle; refuses a bundle that cannot be unpacked or run. */
export async function inspectBundle(zipPath: string): Promise<BundleManifest> {
  try {
    return await inspectZip(zipPath, readManifest);
  } catch (error) {
    throw refusalOf(error);
  }
}

/** Fills a publication with the values of its bundle; refuses what does not fit. */
export function fittingPublication(request: Schema<'PublishArtifactRequest'>, bundle: BundleManifest): Filled {
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
 * Returns the refusal of a file that is not a readable zip; an error of the disk is returned unchanged.
 * @rule bundles.layout.zip
 */
function refusalOf(error: unknown): unknown {
  const fault = zipFault(error);
  return fault === undefined ? error : refusedBundle(fault);
}
