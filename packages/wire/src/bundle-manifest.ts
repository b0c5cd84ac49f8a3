/** Reads the manifest of a bundle from the entries of its zip: the server when a bundle is published, the engine for a local run. */
import { buffer } from 'node:stream/consumers';
import {
  BUNDLE_LIMITS,
  BundleError,
  type BundleManifest,
  JOB_INFO_NAME,
  kindFault,
  MANIFEST_NAME,
  parseJobInfo,
  parseManifest,
  shown,
} from './bundles.ts';
import { type ArchiveFiles, describeJob, type JobArchive } from './job-archive.ts';
import { jobParameters, withContextValues } from './job-parameters.ts';
import type { ListedEntry } from './zip-entries.ts';

/**
 * Finds the layout of a bundle and returns its manifest. A zip with the manifests of both layouts is a millrace bundle. Throws a `BundleError` where
 * the zip has neither, or where the bundle cannot be run.
 * @rule bundles.layout.known
 */
export async function readManifest(listed: readonly ListedEntry[]): Promise<BundleManifest> {
  const files = new Map(listed.filter(({ isFolder }) => !isFolder).map((entry) => [entry.path, entry]));
  const manifestEntry = files.get(MANIFEST_NAME);
  if (manifestEntry) return parseManifest(await textOf(manifestEntry, MANIFEST_NAME), { isNew: true });
  const info = files.get(JOB_INFO_NAME);
  if (!info) throw new BundleError(await unknownLayout(files));
  // Parsed here, so that the refusal has its reason: `describeJob` counts a file that cannot be read as empty.
  parseJobInfo(await textOf(info, JOB_INFO_NAME));
  const source: ArchiveFiles = {
    paths: [...files.keys()],
    read: async (path, maxBytes) => {
      const file = files.get(path);
      return file && file.entry.uncompressedSize <= maxBytes ? bytesOf(file, path) : undefined;
    },
  };
  const archive = await describeJob(source);
  requireLauncher(archive, source.paths);
  const contexts = [...archive.contexts.keys()];
  return {
    ...archive.manifest,
    parameters: withContextValues(await jobParameters(archive, source), archive),
    ...(contexts.length > 0 && { contexts, contextName: archive.contextName }),
  };
}

async function textOf(listed: ListedEntry, name: string): Promise<string> {
  const maxBytes = BUNDLE_LIMITS.manifestBytes;
  if (listed.entry.uncompressedSize > maxBytes) throw new BundleError(`${name} cannot be read, it is larger than ${maxBytes} bytes`);
  return (await bytesOf(listed, name)).toString();
}

async function bytesOf({ content }: ListedEntry, name: string): Promise<Buffer> {
  try {
    return await buffer(content());
  } catch (cause) {
    if (cause instanceof Error && 'syscall' in cause) throw cause;
    throw new BundleError(`${name} cannot be read, ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

/**
 * Throws a `BundleError` where a job archive has neither the script that starts its job nor a jar with the class of the job.
 * @rule bundles.job-archive.script
 */
function requireLauncher({ job, manifest, script, jar }: JobArchive, paths: readonly string[]): void {
  if (script !== undefined || jar !== undefined) return;
  const lack = paths.some((path) => path.startsWith(`${job}/`))
    ? `there is no ${job}/${job}_run.sh, and no jar in the folder ${job} has its class; build the job with its Unix launcher`
    : `there is no folder ${job}: this is only a part of an archive; publish the whole zip that Build Job writes`;
  throw new BundleError(kindFault(manifest) ?? `${JOB_INFO_NAME} names the job ${job}, but ${lack}`);
}

/**
 * Says what a zip is that is no bundle. Each kind is what Studio builds beside jobs, or what people take for a job archive.
 * @rule bundles.layout.kinds
 */
async function unknownLayout(files: ReadonlyMap<string, ListedEntry>): Promise<string> {
  const paths = [...files.keys()];
  const deeper = paths.find((path) => path.endsWith(`/${MANIFEST_NAME}`) || path.endsWith(`/${JOB_INFO_NAME}`));
  const missing = `neither ${MANIFEST_NAME} nor ${JOB_INFO_NAME} is at its root`;
  if (deeper !== undefined) return `${missing}, but ${shown(deeper)} is there; zip the content of the folder and not the folder itself`;
  if (paths.some((path) => path.startsWith('repository/')) && paths.some((path) => path.endsWith('features.xml')))
    return `it is a KAR, the form in which Karaf gets routes and data services. ${SERVICE_ADVICE}`;
  const job = paths.flatMap((path) => /^([^/]+)\/\1_run\.(?:sh|bat)$/.exec(path)?.[1] ?? []).at(0);
  if (job !== undefined)
    return `it has the job ${shown(job)} without ${JOB_INFO_NAME} at its root; use Build Job of Studio, or add this file with the line ${shown(`job=${job}`)}`;
  if (paths.some((path) => /(?:^|\/)talend\.project$/.test(path)) || paths.some((path) => path.endsWith('.item')))
    return 'it is an export of items, which is the design of jobs and no program. In Studio, use Build Job and publish the zip that it writes';
  const manifest = files.get('META-INF/MANIFEST.MF');
  const text = manifest ? await textOf(manifest, manifest.path) : '';
  if (paths.some((path) => path.startsWith('OSGI-INF/')) || /^Bundle-SymbolicName:/m.test(text))
    return `it is an OSGi bundle of a route or a data service, which runs in Karaf. ${SERVICE_ADVICE}`;
  return manifest === undefined ? missing : `it is a jar: ${missing}. ${JAR_ADVICE}`;
}

const JAR_ADVICE = 'Put the jar into a millrace bundle whose "run" is ["java", "-jar", "<its name>.jar"] (docs/bundles.md)';
const SERVICE_ADVICE = `Millrace runs programs and has no Karaf: build it as a microservice. ${JAR_ADVICE}`;
