/** Chooses the Java of a job archive, and says what it means that a job ran with another Java than the one it was built for. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { JOB_INFO_NAME } from '@millrace/wire/bundles';
import { withEntries } from '@millrace/wire/zip-entries';
import { DeployFault } from '../program/faults.ts';
import { type Java, javaVersionOf } from './find-javas.ts';

/** The Java for which an archive was built, and whether its Studio opened the modules of newer versions for it. */
export type BuiltFor = { version: number | undefined; opensModules: boolean };

/** The Java that a run uses in place of the one that its archive was built for. */
export type JavaMismatch = { built: number; used: number };

/** The first Java for which Studio opens modules. */
const OPENED = 17;
/** Class files of Java 8 have the number 52. */
const CLASS_FILE_OFFSET = 44;
/** No Java has this version or a higher one: a class file that states one is damaged. */
const FIRST_IMPOSSIBLE_VERSION = 200;
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
        return version > 0 && version < FIRST_IMPOSSIBLE_VERSION ? version : undefined;
      }
      return undefined;
    });
  } catch {
    // Java reports what it cannot read when the job starts.
    return undefined;
  }
}
