/** Looks into an uploaded bundle: refuses what could not be unpacked safely or not be run, and reads what the bundle says of itself. */
import {
  BUNDLE_LIMITS,
  BundleError,
  bombFault,
  entryFault,
  JOB_INFO_NAME,
  MANIFEST_NAME,
  parseJobInfo,
  parseManifest,
  type BundleEntry,
  type BundleManifest,
} from '@millrace/contract/bundles';
import { nameOf, readSmallEntry, withZip } from '@millrace/contract/zip';
import type { Entry, ZipFile } from 'yauzl';
import { invalid, Problem } from '../../../core/problem.ts';

type Listed = { path: string; folder: boolean; entry: Entry };

/** The manifest of a bundle that can be unpacked and run. */
export async function inspectBundle(zipPath: string): Promise<BundleManifest> {
  try {
    return await withZip(zipPath, async (zip) => {
      const listed = await list(zip);
      const files = new Map(listed.filter(({ folder }) => !folder).map(({ path, entry }) => [path, entry]));
      return await readManifest(zip, files);
    });
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
  if (!(error instanceof Error) || error instanceof Problem || 'syscall' in error) return error;
  return refusedBundle(error instanceof BundleError ? error.message : `it is not a readable zip, ${error.message}`);
}

/**
 * Every entry has a safe name, a size within the limits, content that can be read, and a place of its own.
 * @rule bundles.entries.safe
 * @rule bundles.entries.bomb
 */
async function list(zip: ZipFile): Promise<Listed[]> {
  const listed: Listed[] = [];
  const facts: BundleEntry[] = [];
  for await (const entry of zip.eachEntry()) {
    const name = nameOf(entry);
    const fact = {
      name,
      packedBytes: entry.compressedSize,
      unpackedBytes: entry.uncompressedSize,
      externalAttributes: entry.externalFileAttributes,
      encrypted: entry.isEncrypted(),
    };
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

/**
 * Finds the layout and reads its manifest; a millrace bundle that also is a job archive counts as the former.
 * @rule bundles.layout.known
 */
async function readManifest(zip: ZipFile, files: ReadonlyMap<string, Entry>): Promise<BundleManifest> {
  const own = files.get(MANIFEST_NAME);
  if (own) return parseManifest(await textOf(zip, own, MANIFEST_NAME));
  const info = files.get(JOB_INFO_NAME);
  if (!info) throw new BundleError(unknownLayout([...files.keys()]));
  const manifest = parseJobInfo(await textOf(zip, info, JOB_INFO_NAME));
  hasRunScript(manifest.job ?? '', files);
  return manifest;
}

async function textOf(zip: ZipFile, entry: Entry, name: string): Promise<string> {
  try {
    return await readSmallEntry(zip, entry, BUNDLE_LIMITS.manifestBytes);
  } catch (cause) {
    if (cause instanceof Error && 'syscall' in cause) throw cause;
    throw new BundleError(`${name} cannot be read, ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

/**
 * A job archive brings the script that starts its job.
 * @rule bundles.job-archive.script
 */
function hasRunScript(job: string, files: ReadonlyMap<string, Entry>): void {
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

const shown = (name: string): string => JSON.stringify(name.slice(0, 80));
