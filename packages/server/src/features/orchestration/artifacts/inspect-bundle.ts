/** Looks into an uploaded bundle: refuses what could not be unpacked safely or not be run, and reads what the bundle says of itself. */
import { defaultFault } from '@millrace/contract/parameters';
import { readManifest } from '@millrace/wire/bundle-manifest';
import { JOB_INFO_NAME, MANIFEST_NAME, type BundleManifest } from '@millrace/wire/bundles';
import { invalid, Problem } from '../../../core/base/problem.ts';
import { parseAs } from '../../../core/http/validation.ts';
import { inspectZip, zipFault } from './inspect-zip.ts';
import type { Filled } from './rules.ts';

/** The manifest of a bundle that can be unpacked and run. */
export async function inspectBundle(zipPath: string): Promise<BundleManifest> {
  try {
    return await inspectZip(zipPath, readManifest);
  } catch (error) {
    throw refusalOf(error);
  }
}

/** The call fitted when it came in; what does not fit now was said by the bundle. */
export function fitsContract(filled: Filled): void {
  try {
    parseAs('PublishArtifactRequest', 'artifact', JSON.stringify(filled));
  } catch (error) {
    throw error instanceof Problem ? refusedBundle(`what its manifest says does not fit, ${error.message.replace(/\.$/, '')}`) : error;
  }
  const fault = defaultFault(filled.parameters);
  if (fault !== undefined) throw refusedBundle(`the values that its parameters are declared with do not fit, ${fault}`);
}

/** The refusal of a bundle, with what a bundle is. */
const refusedBundle = (reason: string): Problem =>
  invalid(
    'bundle_refused',
    `The bundle is refused: ${reason}. A bundle is a zip with ${MANIFEST_NAME} at its root, or a job archive with ${JOB_INFO_NAME} there.`,
  );

/**
 * Says of a file that is no zip what it is not; a fault of the disk stays a fault.
 * @rule bundles.layout.zip
 */
function refusalOf(error: unknown): unknown {
  const fault = zipFault(error);
  return fault === undefined ? error : refusedBundle(fault);
}
