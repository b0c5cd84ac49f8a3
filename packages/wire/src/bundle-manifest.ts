/** Reads the manifest of a bundle from the entries of its zip: the server when a bundle is published, the engine for a local run. */
import { text } from 'node:stream/consumers';
import { BUNDLE_LIMITS, BundleError, type BundleManifest, JOB_INFO_NAME, MANIFEST_NAME, parseJobInfo, parseManifest } from './bundles.ts';
import { type ListedEntry, shown } from './zip-entries.ts';

/**
 * Finds the layout of a bundle and returns its manifest. A zip with the manifests of both layouts is a millrace bundle. Throws a `BundleError` where
 * the zip has neither, or where the bundle cannot be run.
 * @rule bundles.layout.known
 */
export async function readManifest(listed: readonly ListedEntry[]): Promise<BundleManifest> {
  const files = new Map(listed.filter(({ folder }) => !folder).map((entry) => [entry.path, entry]));
  const manifestEntry = files.get(MANIFEST_NAME);
  if (manifestEntry) return parseManifest(await textOf(manifestEntry, MANIFEST_NAME), { isNew: true });
  const info = files.get(JOB_INFO_NAME);
  if (!info) throw new BundleError(unknownLayout([...files.keys()]));
  const manifest = parseJobInfo(await textOf(info, JOB_INFO_NAME));
  requireRunScript(manifest.job ?? '', files);
  return manifest;
}

async function textOf({ entry, content }: ListedEntry, name: string): Promise<string> {
  const maxBytes = BUNDLE_LIMITS.manifestBytes;
  try {
    if (entry.uncompressedSize > maxBytes) throw new Error(`it is larger than ${maxBytes} bytes`);
    return await text(content());
  } catch (cause) {
    if (cause instanceof Error && 'syscall' in cause) throw cause;
    throw new BundleError(`${name} cannot be read, ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

/**
 * Throws a `BundleError` where a job archive does not contain the script that starts its job.
 * @rule bundles.job-archive.script
 */
function requireRunScript(job: string, files: ReadonlyMap<string, ListedEntry>): void {
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
