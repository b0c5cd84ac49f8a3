/** Finds the Java runtimes of the machine: those that settings name, the one that programs find, and those in the usual folders. */
import { execFile } from 'node:child_process';
import { readdir, readFile, realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { findProgram } from '../program/find-program.ts';
import { UsageError } from '../program/usage-error.ts';

/** A Java runtime: the number of its version, such as 8 or 17, and its home folder, which holds `bin/java`. */
export type Java = { version: number; home: string };

const SETTING = /^MILLRACE_JAVA_(\d{1,3})$/;
/** Folders in which systems and installers keep one folder for each Java. */
const FOLDERS = ['/usr/lib/jvm', '/usr/lib64/jvm', '/usr/java', '/opt/java', '/opt/jdk', '/opt/jvm', '/Library/Java/JavaVirtualMachines'];
const WINDOWS_FOLDERS = ['Java', 'Eclipse Adoptium', 'Amazon Corretto', 'Microsoft', 'Zulu'];
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
const usualFolders = (): string[] =>
  process.platform === 'win32'
    ? WINDOWS_FOLDERS.map((name) => join(process.env['ProgramFiles'] ?? 'C:\\Program Files', name))
    : [...FOLDERS, join(homedir(), SDKMAN)];

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
export function javaVersionOf(text: string | undefined): number | undefined {
  const digits = /^\s*(?:1\.)?(\d{1,3})\b/.exec(text ?? '')?.[1];
  return digits === undefined ? undefined : Number(digits);
}
