/**
 * Describes a job archive as Talend Studio builds it: its launcher, the package of its class, and its contexts. The server reads the entries of the zip,
 * the engine the unpacked folder. Other jobs of the archive (children) have folders and jars with similar names, so only exact names count.
 */
import { buffer } from 'node:stream/consumers';
import { BUNDLE_LIMITS, BundleError, type BundleManifest, JOB_INFO_NAME, parseJobInfo } from './bundles.ts';
import { contextTypes } from './java-classes.ts';
import { parseProperties } from './java-properties.ts';
import { withEntries } from './zip-entries.ts';

/** The files of an archive. `read` returns undefined for a file that is absent or larger than the limit. */
export type ArchiveFiles = { paths: readonly string[]; read(path: string, maxBytes: number): Promise<Buffer | undefined> };

/** The job of an archive. */
export type JobArchive = {
  manifest: BundleManifest;
  job: string;
  /** The script that starts it: its path, and its text with a character for each byte; undefined where the archive has none for Unix. */
  script: { path: string; text: string } | undefined;
  /** The text of its launcher for Windows. */
  batch: string | undefined;
  /** The package of its class as a path, such as `demo/load_0_1`; undefined if nothing tells it. */
  package: string | undefined;
  /** The jar with its class. */
  jar: string | undefined;
  /** Whether its class is known to read parameters from a file. */
  readsContextFile: boolean;
  /** The context that it runs with if nobody chooses one. */
  contextName: string;
  /** The values of its contexts, by the names of the contexts. */
  contexts: Map<string, Map<string, string>>;
  /** The types of its variables as Studio names them, from its classes. */
  types: Map<string, string>;
};

/** The largest jar that is read to describe a job, and the most unpacked bytes that are read from it. */
const JAR_BYTES = 64 * 2 ** 20;
const CONTEXT_BYTES = 4 * 2 ** 20;
/** More contexts than any job has, and their bytes together: all of them are in memory while a job is described. */
const [CONTEXTS, CONTEXTS_BYTES] = [1000, 16 * 2 ** 20];
const CONTEXT_FILE_OPTION = '--context_file';

/** What the jar of a job says about it. */
type JarFacts = Pick<JobArchive, 'contexts' | 'types' | 'readsContextFile'> & { package: string };

/** Describes the job of an archive; throws a `BundleError` if its jobInfo.properties cannot be used, or its contexts are too many or too large. */
export async function describeJob(files: ArchiveFiles): Promise<JobArchive> {
  const manifest = parseJobInfo(((await files.read(JOB_INFO_NAME, BUNDLE_LIMITS.manifestBytes)) ?? '').toString());
  const { job = '' } = manifest;
  const textOf = async (path: string): Promise<string | undefined> =>
    files.paths.includes(path) ? (await files.read(path, BUNDLE_LIMITS.manifestBytes))?.toString('latin1') : undefined;
  const scriptPath = `${job}/${job}_run.sh`;
  const script = await textOf(scriptPath);
  const batch = await textOf(`${job}/${job}_run.bat`);
  const launcher = script ?? batch ?? '';
  const named = packageIn(launcher, job);
  const found = await jarOf(files, job, named?.split('/').at(-1) ?? packageName(manifest));
  const ownPackage = named ?? found?.facts.package;
  const contexts = new Map(found?.facts.contexts);
  let bytes = 0;
  const contextPath = contextPathOf(job, ownPackage, packageName(manifest));
  for (const path of files.paths) {
    const name = contextPath.exec(path)?.[1];
    const content = name === undefined ? undefined : await files.read(path, CONTEXT_BYTES);
    if (name === undefined || !content) continue;
    contexts.set(name, parseProperties(content));
    bytes += content.length;
    if (contexts.size > CONTEXTS) throw new BundleError(`the job ${job} has more than ${CONTEXTS} contexts`);
    if (bytes > CONTEXTS_BYTES)
      throw new BundleError(`the contexts of the job ${job} have more than ${CONTEXTS_BYTES / 2 ** 20} MiB together`);
  }
  return {
    manifest,
    job,
    script: script === undefined ? undefined : { path: scriptPath, text: script },
    batch,
    package: ownPackage,
    jar: found?.jar,
    readsContextFile: found?.facts.readsContextFile ?? false,
    contextName: contextOption(launcher) ?? manifest.contextName ?? 'Default',
    contexts: new Map([...contexts].toSorted(([one], [other]) => (one < other ? -1 : 1))),
    types: found?.facts.types ?? new Map(),
  };
}

/** The last part of the package of a job, as Studio builds it: `load_0_1` for version 0.1 of Load. */
const packageName = ({ job = '', version }: BundleManifest): string | undefined =>
  version === undefined ? undefined : `${job.toLowerCase()}_${version.replaceAll('.', '_')}`;

/** Writes a text into a regular expression, in which it stands for itself. */
const quoted = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** The package of the class that a launcher starts, as a path. */
function packageIn(launcher: string, job: string): string | undefined {
  const main = new RegExp(`[\\s"']((?:[A-Za-z_$][\\w$]*\\.)+)${quoted(job)}(?=[\\s"']|$)`).exec(launcher)?.[1];
  return main?.slice(0, -1).replaceAll('.', '/');
}

/** The context that a launcher names. */
const contextOption = (launcher: string): string | undefined => /--context=["']?([^\s"'$%]+)/.exec(launcher)?.[1];

/** Returns a pattern that matches the paths of the context files of a job, and captures the names of the contexts. */
function contextPathOf(job: string, ownPackage: string | undefined, name: string | undefined): RegExp {
  const folder = ownPackage !== undefined ? quoted(ownPackage) : name !== undefined ? `(?:[^/]+/)*${quoted(name)}` : '[^/]+/[^/]+';
  return new RegExp(`^${quoted(job)}/${folder}/contexts/([^/]+)\\.properties$`);
}

/** Finds the jar that contains the class of the job. `name` is the last part of the package of the class, where it is known. */
async function jarOf(files: ArchiveFiles, job: string, name: string | undefined): Promise<{ jar: string; facts: JarFacts } | undefined> {
  const isOwn = (path: string): boolean => path.endsWith(`/${name}.jar`);
  const isNear = (path: string): boolean => path.startsWith(`${job}/`);
  const jars = files.paths
    .filter((path) => path.endsWith('.jar') && (isOwn(path) || isNear(path)))
    .toSorted((one, other) => Number(isOwn(other)) - Number(isOwn(one)) || Number(isNear(other)) - Number(isNear(one)));
  for (const jar of jars) {
    const content = await files.read(jar, JAR_BYTES);
    const facts = content && (await factsOf(content, job, name));
    if (facts) return { jar, facts };
  }
  return undefined;
}

/**
 * Reads a jar; undefined if it does not contain the class of the job, is too large when unpacked, or is no readable zip: Java reports what it cannot read
 * when the job starts. Throws an error of the disk.
 */
async function factsOf(jar: Buffer, job: string, name: string | undefined): Promise<JarFacts | undefined> {
  try {
    return await withEntries(jar, async (listed) => {
      const main = listed.find(
        ({ path }) => path.endsWith(`/${job}.class`) && (name === undefined || `/${path}`.endsWith(`/${name}/${job}.class`)),
      );
      if (!main) return undefined;
      const ownPackage = main.path.slice(0, -`/${job}.class`.length);
      const facts: JarFacts = { package: ownPackage, contexts: new Map(), types: new Map(), readsContextFile: false };
      let budget = JAR_BYTES;
      for (const { entry, path, isFolder, content } of listed) {
        if (isFolder || !path.startsWith(`${ownPackage}/`)) continue;
        const context = /^contexts\/([^/]+)\.properties$/.exec(path.slice(ownPackage.length + 1))?.[1];
        const isClass = path.endsWith('.class');
        budget -= isClass || context !== undefined ? entry.uncompressedSize : 0;
        if (budget < 0) return undefined;
        if (context !== undefined && entry.uncompressedSize <= CONTEXT_BYTES && facts.contexts.size < CONTEXTS)
          facts.contexts.set(context, parseProperties(await buffer(content())));
        if (!isClass || !/^[^/]+\.class$/.test(path.slice(ownPackage.length + 1))) continue;
        const bytes = await buffer(content());
        for (const [variable, type] of contextTypes(path, bytes)) facts.types.set(variable, type);
        if (bytes.includes(CONTEXT_FILE_OPTION)) facts.readsContextFile = true;
      }
      return facts;
    });
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) throw error;
    return undefined;
  }
}
