/** Finds the Java runtimes of the machine: those that settings name, the one that programs find, and those in the usual folders. Chooses one for a job. */
import { execFile } from 'node:child_process';
import { readdir, readFile, realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { JOB_INFO_NAME } from '@millrace/wire/bundles';
import { withEntries } from '@millrace/wire/zip-entries';
import { DeployFault } from '../program/faults.ts';
import { findProgram } from '../program/find-program.ts';
import { UsageError } from '../program/usage-error.ts';

/** A Java runtime: the number of its version, such as 8 or 17, and its home folder, which holds `bin/java`. */
export type Java = { version: number; home: string };

const SETTING = /^MILLRACE_JAVA_(\d{1,3})$/;
/** Folders in which systems and installers keep one folder for each Java. */
const FOLDERS = ['/usr/lib/jvm', '/usr/lib64/jvm', '/usr/java', '/opt/java', '/opt/jdk', '/opt/jvm', '/Library/Java/JavaVirtualMachines'];
const SDKMAN = '.sdkman/candidates/java';

/**
 * The Javas of the machine, one for each version, in the order of their versions. A setting counts before what programs find by PATH and JAVA_HOME, and
 * that before the usual folders. Throws a `UsageError` for a setting that names no Java of its version.
 * @rule bundles.job-archive.java-found
 */
export async function findJavas(environment: NodeJS.ProcessEnv, folders = usualFolders()): Promise<Java[]> {
  const found = new Map<number, Java>();
  for (const java of await javasOfSettings(environment)) found.set(java.version, java);
  const program = await findProgram('java', environment['PATH'] ?? '');
  const homes = [
    ...(program === undefined ? [] : [await homeOfProgram(program)]),
    ...(environment['JAVA_HOME'] ? [environment['JAVA_HOME']] : []),
    ...(await Promise.all(folders.map(homesIn))).flat(),
  ];
  for (const java of await Promise.all(homes.map((home) => home && javaOf(home)))) {
    if (java && !found.has(java.version)) found.set(java.version, java);
  }
  return [...found.values()].sort((one, other) => one.version - other.version);
}

/** The Java that a program `java` belongs to; undefined if it is a script of another place. */
export async function javaOfProgram(program: string): Promise<Java | undefined> {
  const home = await homeOfProgram(program);
  return home === undefined ? undefined : javaOf(home);
}

/** The usual folders of this machine. */
const usualFolders = (): string[] => [...FOLDERS, join(homedir(), SDKMAN)];

async function javasOfSettings(environment: NodeJS.ProcessEnv): Promise<Java[]> {
  const javas: Java[] = [];
  for (const [name, value] of Object.entries(environment)) {
    const version = Number(SETTING.exec(name)?.[1]);
    if (!value || Number.isNaN(version)) continue;
    // Other products name the folder of programs, or the program itself.
    const home = value.replace(/\/+$/, '').replace(/\/bin(?:\/java)?$/, '');
    const java = await javaOf(home);
    if (!java)
      throw new UsageError(`${name} is ${JSON.stringify(value)}: set it to the home folder of a Java ${version}, which has bin/java`);
    if (java.version !== version)
      throw new UsageError(`${name} is ${JSON.stringify(value)}, which is a Java ${java.version}: set it to a Java ${version}`);
    javas.push(java);
  }
  return javas;
}

async function homeOfProgram(program: string): Promise<string | undefined> {
  const real = await realpath(program).catch(() => undefined);
  return real !== undefined && basename(dirname(real)) === 'bin' ? dirname(dirname(real)) : undefined;
}

async function homesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((): string[] => []);
  // On macOS the home is within the bundle.
  return names.sort().flatMap((name) => [join(folder, name), join(folder, name, 'Contents/Home')]);
}

async function javaOf(folder: string): Promise<Java | undefined> {
  const program = await findProgram('java', join(folder, 'bin'));
  if (program === undefined) return undefined;
  const home = await realpath(folder).catch(() => folder);
  const release = await readFile(join(home, 'release'), 'utf8').catch(() => '');
  const stated = /^JAVA_VERSION="([^"]+)"/m.exec(release)?.[1] ?? (await askProgram(program));
  const version = javaVersionOf(stated);
  return version === undefined ? undefined : { version, home };
}

/** The version that a Java without the file `release` states itself. */
async function askProgram(program: string): Promise<string | undefined> {
  const answer = await promisify(execFile)(program, ['-version'], { timeout: 10_000, env: {} }).catch(() => undefined);
  return /version "([^"]+)"/.exec(`${answer?.stderr ?? ''}${answer?.stdout ?? ''}`)?.[1];
}

/** The number of a version such as `17.0.15`, `1.8.0_402` or `8`; undefined if the text is none. */
function javaVersionOf(text: string | undefined): number | undefined {
  const digits = /^\s*(?:1\.)?(\d{1,3})\b/.exec(text ?? '')?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/* Chooses the Java of a job archive, and says what is known about it. */

/** The Java for which an archive was built, and whether its Studio opened the modules of newer versions for it. */
export type BuiltFor = { version: number | undefined; opensModules: boolean };

/** The Java that a run uses in place of the one that its archive was built for. */
export type JavaMismatch = { built: number; used: number };

/** The first Java for which Studio opens modules. */
const OPENED = 17;
/** Class files of Java 8 have the number 52. */
const CLASS_FILE_OFFSET = 44;
/** A higher version than any Java has: a class file that states one is damaged. */
const NO_VERSION = 200;
const CLASS_MAGIC = 0xcafebabe;

/** Reads for which Java an archive was built: `compliance` of jobInfo.properties, else the class files of its job. */
export async function builtForOf(bundle: string, job: string): Promise<BuiltFor> {
  const info = await readFile(join(bundle, JOB_INFO_NAME), 'utf8').catch(() => '');
  const property = (name: string): string | undefined => new RegExp(`^\\s*${name}\\s*[=:]\\s*(\\S+)`, 'm').exec(info)?.[1];
  const version = javaVersionOf(property('compliance')) ?? (await versionOfClasses(join(bundle, job)));
  return { version, opensModules: property('add-opens') === 'true' };
}

/**
 * Chooses the Java for an archive: the one that the run profile names, or refuses the run if the engine lacks it; else the one that it was built for, else
 * the next newer one, else the newest. A job for which Studio has opened modules cannot run with Java 8. Undefined where nothing is known, or no Java was
 * found: then the job uses the program that its script finds.
 * @rule bundles.job-archive.java
 */
export function chooseJava(javas: readonly Java[], { version, opensModules }: BuiltFor, named: number | undefined): Java | undefined {
  if (named !== undefined) {
    const java = javas.find((one) => one.version === named);
    if (java) return java;
    const others = javas.length === 0 ? 'it has none' : `it has ${javas.map((one) => one.version).join(', ')}`;
    throw new DeployFault(
      'JAVA_NOT_FOUND',
      `The run profile asks for Java ${named}, which this engine does not have (${others}): install it there, set MILLRACE_JAVA_${named} for the engine, or change the run profile`,
    );
  }
  if (version === undefined) return undefined;
  const least = opensModules && version < 9 ? OPENED : version;
  return javas.find((one) => one.version >= least) ?? javas.at(-1);
}

const since = (version: number, what: string): { version: number; text: string } => ({ version, text: `${what} since ${version}` });
/** What newer Javas lack, by the traces in an error. */
const LACKS: readonly (readonly [RegExp, { version: number; text: string }])[] = [
  [/javax[./]xml[./]bind/, since(11, 'javax.xml.bind is gone')],
  [/javax[./]xml[./](?:ws|soap)|javax[./]jws/, since(11, 'javax.xml.ws is gone')],
  [/javax[./]activation/, since(11, 'javax.activation is gone')],
  [/javax[./]annotation/, since(11, 'javax.annotation is gone')],
  [/javax[./]transaction/, since(11, 'javax.transaction is gone')],
  [/org[./]omg[./]|javax[./]rmi[./]CORBA/, since(11, 'CORBA is gone')],
  [/sun[./]misc[./]BASE64/, since(9, 'sun.misc.BASE64Encoder is gone')],
  [/com[./]sun[./]net[./]ssl/, since(13, 'com.sun.net.ssl is gone')],
  [/JAVA_SPECIFICATION_VERSION_AS_ENUM/, since(9, 'the version number is unknown to an old commons-lang3')],
  [/nashorn/i, since(15, 'the JavaScript engine Nashorn is gone')],
  [/StringIndexOutOfBoundsException: begin 0, end 3, length 2/, since(10, 'the version number is too short for an old commons-lang3')],
  [/InaccessibleObjectException|does not "(?:opens|exports) |IllegalAccessError/, since(17, 'the inner packages of Java are closed')],
  [/[Ss]ecurity ?[Mm]anager/, since(24, 'the security manager is gone')],
];

/**
 * Says with which Java a job ran in place of its own, and whether that explains an error.
 * @rule bundles.job-archive.java-mismatch
 */
export function explainMismatch({ built, used }: JavaMismatch, error: string): string {
  const lack = LACKS.find(([trace, { version }]) => built < version && version <= used && trace.test(error))?.[1];
  const old = used < built && /UnsupportedClassVersionError/.test(error) ? `: its classes need Java ${built}` : '';
  return `Built for Java ${built}, ran with ${used}${lack ? `: ${lack.text}` : old}`;
}

/** The newest Java that the jars of a job need, by the first class of each; undefined if none has a class that can be read. */
async function versionOfClasses(folder: string): Promise<number | undefined> {
  const jars = (await readdir(folder).catch((): string[] => [])).filter((name) => name.endsWith('.jar'));
  const versions = await Promise.all(jars.map((name) => versionOfJar(join(folder, name))));
  return versions.reduce((most, one) => (one !== undefined && one > (most ?? 0) ? one : most), undefined);
}

async function versionOfJar(jar: string): Promise<number | undefined> {
  try {
    return await withEntries(jar, async (listed) => {
      for (const { name, content, entry } of listed) {
        if (!name.endsWith('.class') || name.startsWith('META-INF/') || entry.uncompressedSize > 2 ** 22) continue;
        const bytes = await buffer(content());
        const version = bytes.length >= 8 && bytes.readUInt32BE(0) === CLASS_MAGIC ? bytes.readUInt16BE(6) - CLASS_FILE_OFFSET : 0;
        return version > 0 && version < NO_VERSION ? version : undefined;
      }
      return undefined;
    });
  } catch {
    // Java reports what it cannot read when the job starts.
    return undefined;
  }
}
