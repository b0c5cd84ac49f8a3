/** Looks into an uploaded bundle: refuses what could not be unpacked safely or not be run, and reads what the bundle says of itself. */
import { text } from 'node:stream/consumers';
import {
  BUNDLE_LIMITS,
  BundleError,
  JOB_INFO_NAME,
  MANIFEST_NAME,
  parseJobInfo,
  parseManifest,
  type BundleManifest,
} from '@millrace/contract/bundles';
import { shown, type ListedEntry } from '@millrace/contract/zip-entries';
import { invalid, Problem } from '../../../core/problem.ts';
import { inspectZip, zipFault } from './inspect-zip.ts';

/** The manifest of a bundle that can be unpacked and run. */
export async function inspectBundle(zipPath: string): Promise<BundleManifest> {
  try {
    return await inspectZip(zipPath, (listed) =>
      readManifest(new Map(listed.filter(({ folder }) => !folder).map((one) => [one.path, one]))),
    );
  } catch (error) {
    throw refusalOf(error);
  }
}

/** The refusal of a bundle, with what a bundle is. */
export const refusedBundle = (reason: string): Problem =>
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

/**
 * Finds the layout and reads its manifest; a millrace bundle that also is a job archive counts as the former.
 * @rule bundles.layout.known
 */
async function readManifest(files: ReadonlyMap<string, ListedEntry>): Promise<BundleManifest> {
  const own = files.get(MANIFEST_NAME);
  if (own) return parseManifest(await textOf(own, MANIFEST_NAME));
  const info = files.get(JOB_INFO_NAME);
  if (!info) throw new BundleError(unknownLayout([...files.keys()]));
  const manifest = parseJobInfo(await textOf(info, JOB_INFO_NAME));
  hasRunScript(manifest.job ?? '', files);
  return manifest;
}

async function textOf({ entry, content }: ListedEntry, name: string): Promise<string> {
  const mostBytes = BUNDLE_LIMITS.manifestBytes;
  try {
    if (entry.uncompressedSize > mostBytes) throw new Error(`it is larger than ${mostBytes} bytes`);
    return await text(content());
  } catch (cause) {
    if (cause instanceof Error && 'syscall' in cause) throw cause;
    throw new BundleError(`${name} cannot be read, ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

/**
 * A job archive brings the script that starts its job.
 * @rule bundles.job-archive.script
 */
function hasRunScript(job: string, files: ReadonlyMap<string, ListedEntry>): void {
  const script = `${job}/${job}_run.sh`;
  if (!files.has(script))
    throw new BundleError(`${JOB_INFO_NAME} names the job ${job}, but there is no ${script}; build the job with its Unix launcher`);
}

function unknownLayout(paths: readonly string[]): string {
  const deeper = paths.find((path) => path.endsWith(`/${MANIFEST_NAME}`) || path.endsWith(`/${JOB_INFO_NAME}`));
  const missing = `neither ${MANIFEST_NAME} nor ${JOB_INFO_NAME} is at its root`;
  return deeper === undefined
    ? missing
    : `${missing}, but ${shown(deeper)} is there; zip the content of the folder and not the folder itself`;
}
